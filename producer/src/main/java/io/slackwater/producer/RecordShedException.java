package io.slackwater.producer;

import org.apache.kafka.common.errors.ApiException;

/** A record was dropped because the buffer was full and {@link Overflow.Mode#SHED} is set. */
public final class RecordShedException extends ApiException {
  private static final long serialVersionUID = 1L;

  RecordShedException(String message) {
    super(message);
  }
}
