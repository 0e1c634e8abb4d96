package io.slackwater.job.config;

import static io.slackwater.job.config.ValueTypes.ANY_TEXT;
import static io.slackwater.job.config.ValueTypes.DURATION;
import static io.slackwater.job.config.ValueTypes.FLAG;
import static io.slackwater.job.config.ValueTypes.JDBC_URL;
import static io.slackwater.job.config.ValueTypes.POINTER;
import static io.slackwater.job.config.ValueTypes.POINTER_OR_KEY;
import static io.slackwater.job.config.ValueTypes.POSITIVE_DURATION;
import static io.slackwater.job.config.ValueTypes.SECRET;
import static io.slackwater.job.config.ValueTypes.SERVERS;
import static io.slackwater.job.config.ValueTypes.SHARE;
import static io.slackwater.job.config.ValueTypes.SIZE;
import static io.slackwater.job.config.ValueTypes.START_FROM;
import static io.slackwater.job.config.ValueTypes.TABLE;
import static io.slackwater.job.config.ValueTypes.TEXT;
import static io.slackwater.job.config.ValueTypes.TOPIC;
import static io.slackwater.job.config.ValueTypes.WINDOW_SIZE;
import static io.slackwater.job.config.ValueTypes.choice;
import static io.slackwater.job.config.ValueTypes.whole;

import io.slackwater.job.config.JobConfig.Bootstrap;
import io.slackwater.job.config.JobConfig.JdbcMode;
import io.slackwater.job.config.JobConfig.StartFrom;
import io.slackwater.job.config.JobConfig.TtlRefresh;
import java.time.Duration;
import java.util.List;

/** Every key of the file, once: the loader, its messages and the reference page all read this. */
final class Keys {
  static final Key<String> JOB_NAME =
      Key.of("job.name", TEXT, "slackwater", "The job's name in Flink.");
  static final Key<Integer> MAX_PARALLELISM =
      Key.of(
          "job.max-parallelism",
          whole(1, 32_768),
          "720",
          "Number of key groups: the most the job can ever be scaled to. Fixed for the life of its"
              + " state.");

  static final Key<String> BOOTSTRAP_SERVERS =
      Key.of("kafka.bootstrap-servers", SERVERS, "localhost:9092", "Where to find the brokers.");
  static final Key<String> KAFKA_PROPERTY =
      Key.optional(
              "kafka.properties.<name>",
              ANY_TEXT,
              "Any setting of the Kafka client, such as security.protocol, sasl.* or ssl.*, except"
                  + " those that have a key of their own here.")
          .secret();

  static final Key<String> EVENTS_TOPIC =
      Key.of("events.topic", TOPIC, "events", "Where events are read from.");
  static final Key<String> GROUP_ID =
      Key.of(
          "events.group-id",
          TEXT,
          "slackwater",
          "Consumer group under which progress is committed, for others to see; the job itself"
              + " resumes from its checkpoints.");
  static final Key<StartFrom> EVENTS_START =
      Key.of(
          "events.start-from",
          START_FROM,
          "earliest",
          "Where the very first start begins; a start from a snapshot ignores it.");
  static final Key<FieldRef> EVENT_CUSTOMER =
      Key.of(
          "events.fields.customer",
          POINTER_OR_KEY,
          "/customerId",
          "The customer's id: a string or an integer.");
  static final Key<FieldRef> EVENT_TIME =
      Key.of("events.fields.time", POINTER, "/occurredAt", "When it happened: the event time.");
  static final Key<OrOff<FieldRef>> EVENT_ID =
      Key.of(
          "events.fields.id",
          POINTER.orOff(),
          "off",
          "The event's own id; turns deduplication within a customer's window on.");
  static final Key<TimeFormat> EVENT_TIME_FORMAT =
      Key.of(
          "events.time-format",
          choice(TimeFormat.class),
          "iso-8601",
          "How the event time is written.");
  static final Key<Duration> MAX_FUTURE_SKEW =
      Key.of(
          "events.max-future-skew",
          DURATION,
          "1m",
          "How far an event time may lie ahead of the record's Kafka timestamp before the record"
              + " becomes a dead letter.");
  static final Key<Integer> MAX_RECORD_BYTES =
      Key.of(
          "events.max-record-bytes",
          SIZE,
          "1MiB",
          "A larger value becomes a dead letter; holds for both topics.");

  static final Key<Duration> OUT_OF_ORDERNESS =
      Key.of(
          "watermarks.out-of-orderness",
          DURATION,
          "5s",
          "How far behind the newest event of its partition an event may be.");
  static final Key<Boolean> ALLOW_ZERO =
      Key.of(
          "watermarks.allow-zero-out-of-orderness",
          FLAG,
          "false",
          "Accept an out-of-orderness of 0s.");
  static final Key<OrOff<Duration>> IDLENESS =
      Key.of(
          "watermarks.idleness",
          POSITIVE_DURATION.orOff(),
          "30s",
          "How long (processing time) the broker has to say that a partition has nothing new before it no longer holds the watermark back.");
  static final Key<Duration> MAX_DRIFT =
      Key.of(
          "watermarks.alignment.max-drift",
          POSITIVE_DURATION,
          "1m",
          "How far (event time) a partition may run ahead of the slowest before it is paused.");
  static final Key<Duration> ALIGNMENT_INTERVAL =
      Key.of(
          "watermarks.alignment.interval",
          POSITIVE_DURATION,
          "1s",
          "How often (processing time) the slowest watermark is announced.");
  static final Key<OrOff<Duration>> CLOSE_WHEN_SILENT =
      Key.of(
          "watermarks.close-when-silent",
          POSITIVE_DURATION.orOff(),
          "off",
          "Silence of every partition (processing time) after which the open windows are closed.");

  static final Key<Duration> WINDOW =
      Key.of("window.size", WINDOW_SIZE, "1m", "Length of the tumbling windows, aligned to UTC.");
  static final Key<AggregateFunction> AGGREGATE_FUNCTION =
      Key.required(
          "window.aggregates.<name>.function",
          choice(AggregateFunction.class),
          "What is computed, exactly. The name becomes a JSON field and a column.");
  static final Key<FieldRef> AGGREGATE_FIELD =
      Key.optional(
          "window.aggregates.<name>.field",
          POINTER,
          "What it is computed over. A count without a field counts records; the others need one.");
  static final Key<Integer> AGGREGATE_SCALE =
      Key.of(
          "window.aggregates.<name>.scale", whole(0, 18), "0", "Decimal places; not for a count.");

  static final Key<String> CUSTOMERS_TOPIC =
      Key.of(
          "customers.topic",
          TOPIC,
          "customers",
          "The compacted changelog of profiles; a null value is a deletion.");
  static final Key<FieldRef> CUSTOMER_CUSTOMER =
      Key.of(
          "customers.fields.customer",
          POINTER_OR_KEY,
          "/customerId",
          "The customer's id: a string or an integer.");
  static final Key<FieldRef> CUSTOMER_TIME =
      Key.of("customers.fields.time", POINTER, "/updatedAt", "When the profile became valid.");
  static final Key<TimeFormat> CUSTOMER_TIME_FORMAT =
      Key.of(
          "customers.time-format",
          choice(TimeFormat.class),
          "iso-8601",
          "How the profile's time is written.");
  static final Key<FieldRef> ATTRIBUTE =
      Key.optional(
          "customers.attributes.<name>",
          POINTER,
          "An attribute of the profile that results carry. The name becomes a JSON field and a"
              + " column.");
  static final Key<Duration> TTL =
      Key.of(
          "customers.ttl",
          POSITIVE_DURATION,
          "7d",
          "Age (event time) beyond which a profile is expired; at least the window's size.");
  static final Key<TtlRefresh> TTL_REFRESH =
      Key.of(
          "customers.ttl-refresh",
          choice(TtlRefresh.class),
          "on-update",
          "What counts as a sign of life: a profile update, or also a published window.");
  static final Key<Duration> CLEANUP_SLACK =
      Key.of(
          "customers.cleanup-slack",
          DURATION,
          "7d",
          "Processing time added to the TTL before disk space is given back; must cover the job's"
              + " longest lag or outage.");
  static final Key<Bootstrap> BOOTSTRAP =
      Key.of(
          "customers.bootstrap",
          choice(Bootstrap.class),
          "wait",
          "Whether windows wait until the customers topic, as it stood at the first start, is"
              + " read.");

  static final Key<String> LATE_TOPIC =
      Key.of("late.topic", TOPIC, "events.late", "Where late records go, bytes unchanged.");
  static final Key<String> DEAD_TOPIC =
      Key.of("dead-letters.topic", TOPIC, "events.dead", "Where unusable records go.");
  static final Key<Double> MAX_SHARE =
      Key.of(
          "dead-letters.max-share",
          SHARE,
          "0.5",
          "The job stops when more than this share of the records is dead.");

  static final Key<String> RESULTS_TOPIC =
      Key.of("results.kafka.topic", TOPIC, "customer-minutes", "Where results go.");
  static final Key<String> TRANSACTIONAL_ID_PREFIX =
      Key.of(
          "results.kafka.transactional-id-prefix",
          TEXT,
          "slackwater",
          "Unique to this job on its cluster; two jobs that share it end each other's"
              + " transactions.");
  static final Key<Duration> TRANSACTION_TIMEOUT =
      Key.of(
          "results.kafka.transaction-timeout",
          POSITIVE_DURATION,
          "15m",
          "After this long the broker aborts an open transaction: at least checkpoint interval +"
              + " timeout, at most the broker's transaction.max.timeout.ms.");

  static final Key<String> JDBC_URL_KEY =
      Key.required(
              "results.jdbc.url",
              JDBC_URL,
              "The database: PostgreSQL, MariaDB or MySQL. Never holds the password.")
          .secret();
  static final Key<String> JDBC_USER =
      Key.optional("results.jdbc.user", TEXT, "Who writes the results.");
  static final Key<Secret> JDBC_PASSWORD =
      Key.optional("results.jdbc.password", SECRET, "Best given as ${env:NAME} or ${file:/path}.")
          .secret();
  static final Key<String> JDBC_TABLE =
      Key.of("results.jdbc.table", TABLE, "customer_minutes", "The table of results.");
  static final Key<JdbcMode> JDBC_MODE =
      Key.of(
          "results.jdbc.mode",
          choice(JdbcMode.class),
          "two-phase",
          "two-phase: rows appear when their checkpoint completes, exactly once; upsert: rows"
              + " appear at once, and a failure writes them again.");

  /** In the order of the file. */
  static final List<Key<?>> ALL =
      List.of(
          JOB_NAME,
          MAX_PARALLELISM,
          BOOTSTRAP_SERVERS,
          KAFKA_PROPERTY,
          EVENTS_TOPIC,
          GROUP_ID,
          EVENTS_START,
          EVENT_CUSTOMER,
          EVENT_TIME,
          EVENT_ID,
          EVENT_TIME_FORMAT,
          MAX_FUTURE_SKEW,
          MAX_RECORD_BYTES,
          OUT_OF_ORDERNESS,
          ALLOW_ZERO,
          IDLENESS,
          MAX_DRIFT,
          ALIGNMENT_INTERVAL,
          CLOSE_WHEN_SILENT,
          WINDOW,
          AGGREGATE_FUNCTION,
          AGGREGATE_FIELD,
          AGGREGATE_SCALE,
          CUSTOMERS_TOPIC,
          CUSTOMER_CUSTOMER,
          CUSTOMER_TIME,
          CUSTOMER_TIME_FORMAT,
          ATTRIBUTE,
          TTL,
          TTL_REFRESH,
          CLEANUP_SLACK,
          BOOTSTRAP,
          LATE_TOPIC,
          DEAD_TOPIC,
          MAX_SHARE,
          RESULTS_TOPIC,
          TRANSACTIONAL_ID_PREFIX,
          TRANSACTION_TIMEOUT,
          JDBC_URL_KEY,
          JDBC_USER,
          JDBC_PASSWORD,
          JDBC_TABLE,
          JDBC_MODE);

  private Keys() {}
}
