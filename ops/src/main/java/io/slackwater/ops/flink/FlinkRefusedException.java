package io.slackwater.ops.flink;

/** Flink understood a request and refused it. The message is one line with Flink's own reason. */
public final class FlinkRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String reason;

  public FlinkRefusedException(String request, int status, String reason) {
    super("Flink refused %s: %s (HTTP status %d)".formatted(request, reason, status));
    this.status = status;
    this.reason = reason;
  }

  /** Flink's own, in one line. */
  public String reason() {
    return reason;
  }

  /** The HTTP status, such as 404 for a job that is not known. */
  public int status() {
    return status;
  }
}
