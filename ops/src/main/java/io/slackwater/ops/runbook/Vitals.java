package io.slackwater.ops.runbook;

/**
 * A job's own counters at one moment. They begin at zero whenever its tasks start.
 *
 * @param atMs processing time in ms since the epoch
 * @param events read
 * @param late of them set aside as late, whatever the cause
 * @param deadEvents of them among the dead letters
 * @param customers records of the customers topic read
 * @param deadCustomers of them among the dead letters
 * @param published windows
 * @param missing of them without a profile that was ever seen
 * @param watermark up to which the slowest of the window operator's subtasks has closed windows,
 *     event time in ms; what comes in would not do, since an input that is idle stands still for
 *     ever; {@link Long#MIN_VALUE} before there is one
 */
record Vitals(
    long atMs,
    long events,
    long late,
    long deadEvents,
    long customers,
    long deadCustomers,
    long published,
    long missing,
    long watermark) {

  /** What happened since an earlier look; the watermark is this one's. */
  Vitals since(Vitals earlier) {
    return new Vitals(
        atMs,
        events - earlier.events,
        late - earlier.late,
        deadEvents - earlier.deadEvents,
        customers - earlier.customers,
        deadCustomers - earlier.deadCustomers,
        published - earlier.published,
        missing - earlier.missing,
        watermark);
  }
}
