package io.slackwater.bench.peer;

import java.time.Duration;
import java.time.ZoneOffset;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.api.bridge.java.StreamStatementSet;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;

/** The same in SQL: a window TVF, then a temporal join, with the options that make it fast. */
final class FlinkSql implements Peer.Engine {
  private static final String EVENTS =
      """
      CREATE TABLE events (
        customerId STRING,
        occurredAt TIMESTAMP_LTZ(3),
        amount DECIMAL(18, 2),
        WATERMARK FOR occurredAt AS occurredAt - INTERVAL '5' SECOND
      ) WITH (
        'connector' = 'kafka',
        'topic' = '%s',
        'properties.bootstrap.servers' = '%s',
        'properties.group.id' = 'sql',
        'properties.isolation.level' = 'read_committed',
        'scan.startup.mode' = 'earliest-offset',
        'format' = 'json',
        'json.timestamp-format.standard' = 'ISO-8601'
      )""";
  private static final String CUSTOMERS =
      """
      CREATE TABLE customers (
        id STRING,
        updatedAt TIMESTAMP_LTZ(3),
        segment STRING,
        address ROW<region STRING>,
        WATERMARK FOR updatedAt AS updatedAt - INTERVAL '5' SECOND,
        PRIMARY KEY (id) NOT ENFORCED
      ) WITH (
        'connector' = 'upsert-kafka',
        'topic' = '%s',
        'properties.bootstrap.servers' = '%s',
        'properties.group.id' = 'sql',
        'key.format' = 'raw',
        'value.format' = 'json',
        'value.json.timestamp-format.standard' = 'ISO-8601',
        'value.fields-include' = 'EXCEPT_KEY'
      )""";
  private static final String RESULTS =
      """
      CREATE TABLE results (
        customer STRING,
        windowStart TIMESTAMP_LTZ(3),
        orders BIGINT,
        revenue DECIMAL(38, 2),
        segment STRING,
        region STRING
      ) WITH (
        'connector' = 'kafka',
        'topic' = '%s',
        'properties.bootstrap.servers' = '%s',
        'properties.transaction.timeout.ms' = '900000',
        'sink.delivery-guarantee' = 'exactly-once',
        'sink.transactional-id-prefix' = 'sql',
        'key.format' = 'raw',
        'key.fields' = 'customer',
        'value.format' = 'json',
        'value.json.timestamp-format.standard' = 'ISO-8601',
        'value.json.encode.decimal-as-plain-number' = 'true'
      )""";
  private static final String INSERT =
      """
      INSERT INTO results
      SELECT m.customer, CAST(m.window_start AS TIMESTAMP_LTZ(3)), m.orders, m.revenue,
             c.segment, c.address.region
      FROM (
        SELECT customerId AS customer, window_start, window_end, window_time,
               COUNT(*) AS orders, SUM(amount) AS revenue
        FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(occurredAt), INTERVAL '1' MINUTE))
        GROUP BY customerId, window_start, window_end, window_time
      ) AS m
      LEFT JOIN customers FOR SYSTEM_TIME AS OF m.window_time AS c ON m.customer = c.id""";

  @Override
  public void run(PeerSettings settings) {
    FlinkProcess.run(settings, env -> define(env, settings));
  }

  private static void define(StreamExecutionEnvironment env, PeerSettings settings) {
    StreamTableEnvironment tables = StreamTableEnvironment.create(env);
    TableConfig config = tables.getConfig();
    config.setLocalTimeZone(ZoneOffset.UTC);
    config.setIdleStateRetention(Duration.ofDays(14));
    config.set("table.exec.source.idle-timeout", PeerSettings.IDLENESS.toMinutes() + " min");
    config.set("table.exec.mini-batch.enabled", "true");
    config.set("table.exec.mini-batch.allow-latency", "2 s");
    config.set("table.exec.mini-batch.size", "50000");
    String servers = settings.bootstrapServers();
    tables.executeSql(EVENTS.formatted(settings.eventsTopic(), servers));
    tables.executeSql(CUSTOMERS.formatted(settings.customersTopic(), servers));
    tables.executeSql(RESULTS.formatted(settings.outputTopic(), servers));
    StreamStatementSet statements = tables.createStatementSet();
    statements.addInsertSql(INSERT);
    statements.attachAsDataStream();
  }
}
