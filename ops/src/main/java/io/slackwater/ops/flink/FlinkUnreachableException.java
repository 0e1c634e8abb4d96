package io.slackwater.ops.flink;

import java.net.URI;

/** Nobody answers at a cluster's REST address. The message is one line and says what to do. */
public final class FlinkUnreachableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public FlinkUnreachableException(URI address, Exception cause) {
    super(
        "no Flink answers at %s (%s): start the cluster, or say with --rest where it is"
            .formatted(address, why(cause)),
        cause);
  }

  private static String why(Exception cause) {
    String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : message;
  }
}
