package io.slackwater.job.config;

import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import javax.annotation.Nullable;

/**
 * Everything a user can say about the job, typed and already checked: an instance exists only if
 * the file it came from was valid. The nesting and the names mirror the YAML keys one to one. A
 * component marked {@link Nullable} is null when its key is absent.
 */
public record JobConfig(
    Job job,
    Kafka kafka,
    Events events,
    Watermarks watermarks,
    Window window,
    Customers customers,
    Late late,
    DeadLetters deadLetters,
    Results results)
    implements Serializable {

  /**
   * The transaction timeout of every Kafka sink of the job. Late records and dead letters go to
   * Kafka even where results do not; the default holds for them then.
   */
  public Duration transactionTimeout() {
    return results.kafka() == null
        ? Keys.TRANSACTION_TIMEOUT.defaultValue()
        : results.kafka().transactionTimeout();
  }

  /** The prefix of the transactional ids of every Kafka sink of the job. */
  public String transactionalIdPrefix() {
    return results.kafka() == null
        ? Keys.TRANSACTIONAL_ID_PREFIX.defaultValue()
        : results.kafka().transactionalIdPrefix();
  }

  private static <V> Map<String, V> inOrder(Map<String, V> map) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }

  /**
   * @param maxParallelism number of key groups, fixed for the life of the state (1..32768)
   */
  public record Job(String name, int maxParallelism) implements Serializable {}

  /**
   * @param properties anything of the Kafka client (security.protocol, sasl.*, ssl.*)
   */
  public record Kafka(String bootstrapServers, Map<String, String> properties)
      implements Serializable {
    public Kafka {
      properties = inOrder(properties);
    }

    /** What every client of these brokers starts from; the caller may add to it. */
    public Properties client() {
      Properties client = new Properties();
      client.putAll(properties);
      client.put("bootstrap.servers", bootstrapServers);
      return client;
    }

    /** Client properties may hold secrets, so none is printed. */
    @Override
    public String toString() {
      return "Kafka[bootstrapServers=" + bootstrapServers + ", properties=***]";
    }
  }

  /**
   * @param maxFutureSkew how far an event time may lie ahead of the record's own Kafka timestamp
   * @param maxRecordBytes a larger value becomes a dead letter; the bound holds for both topics
   */
  public record Events(
      String topic,
      String groupId,
      StartFrom startFrom,
      EventFields fields,
      TimeFormat timeFormat,
      Duration maxFutureSkew,
      int maxRecordBytes)
      implements Serializable {}

  /**
   * Where the first start begins to read; a restart from a snapshot ignores it.
   *
   * @param timestamp of the records in Kafka; present exactly with {@link Position#TIMESTAMP}
   */
  public record StartFrom(Position position, @Nullable Instant timestamp) implements Serializable {
    public StartFrom {
      if ((position == Position.TIMESTAMP) != (timestamp != null)) {
        throw new IllegalArgumentException("a timestamp belongs to TIMESTAMP and to nothing else");
      }
    }

    /** The four ways to say it. */
    public enum Position {
      EARLIEST,
      LATEST,
      COMMITTED,
      TIMESTAMP
    }
  }

  /**
   * @param id where the event's identity is; absent: no deduplication
   */
  public record EventFields(FieldRef customer, FieldRef time, @Nullable FieldRef id)
      implements Serializable {}

  /**
   * @param outOfOrderness how far behind its partition's newest event an event may be
   * @param idleness after this long (processing time) without records a partition leaves the
   *     minimum; absent: never
   * @param closeWhenSilent after this long (processing time) with every partition idle the open
   *     windows are closed; absent: never
   */
  public record Watermarks(
      Duration outOfOrderness,
      boolean allowZeroOutOfOrderness,
      @Nullable Duration idleness,
      @Nullable Alignment alignment,
      @Nullable Duration closeWhenSilent)
      implements Serializable {}

  /**
   * @param maxDrift how far (event time) a split may run ahead of the group before it is paused
   * @param interval how often (processing time) the group's watermark is announced
   */
  public record Alignment(Duration maxDrift, Duration interval) implements Serializable {}

  /**
   * @param aggregates in the order of the file; names become JSON fields and columns
   */
  public record Window(Duration size, Map<String, Aggregate> aggregates) implements Serializable {
    public Window {
      aggregates = inOrder(aggregates);
    }
  }

  /**
   * @param field what is aggregated; null only for {@link AggregateFunction#COUNT}, which then
   *     counts records
   * @param scale decimal places kept, exactly; 0 for counts
   */
  public record Aggregate(AggregateFunction function, @Nullable FieldRef field, int scale)
      implements Serializable {
    public Aggregate {
      if (field == null && function != AggregateFunction.COUNT) {
        throw new IllegalArgumentException(function + " needs a field");
      }
    }
  }

  /**
   * @param attributes in the order of the file; names become JSON fields and columns
   * @param ttl event time; a profile older than this at a window's end is expired
   * @param cleanupSlack processing time added to the TTL before disk space is given back
   */
  public record Customers(
      String topic,
      CustomerFields fields,
      TimeFormat timeFormat,
      Map<String, FieldRef> attributes,
      Duration ttl,
      TtlRefresh ttlRefresh,
      Duration cleanupSlack,
      Bootstrap bootstrap)
      implements Serializable {
    public Customers {
      attributes = inOrder(attributes);
    }
  }

  /** Where a profile's customer and time are. */
  public record CustomerFields(FieldRef customer, FieldRef time) implements Serializable {}

  /** What counts as a sign of life of a customer. */
  public enum TtlRefresh {
    ON_UPDATE,
    ON_ACTIVITY
  }

  /**
   * Whether windows are held until the customers topic, as it stood at the start, has been read.
   */
  public enum Bootstrap {
    WAIT,
    NONE
  }

  /** Where late records go. */
  public record Late(String topic) implements Serializable {}

  /**
   * @param maxShare the job stops when more than this share of the records is dead (0..1)
   */
  public record DeadLetters(String topic, double maxShare) implements Serializable {}

  /** At least one of the two is present. */
  public record Results(@Nullable KafkaResults kafka, @Nullable JdbcResults jdbc)
      implements Serializable {
    public Results {
      if (kafka == null && jdbc == null) {
        throw new IllegalArgumentException("results need at least one of kafka and jdbc");
      }
    }
  }

  /** Results as JSON into a Kafka topic, exactly once. */
  public record KafkaResults(
      String topic, String transactionalIdPrefix, Duration transactionTimeout)
      implements Serializable {}

  /** Results as rows of a database table. */
  public record JdbcResults(
      String url, @Nullable String user, @Nullable Secret password, String table, JdbcMode mode)
      implements Serializable {}

  /** How rows reach the table. */
  public enum JdbcMode {
    TWO_PHASE,
    UPSERT
  }
}
