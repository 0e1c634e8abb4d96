package io.slackwater.ops.check;

import io.slackwater.ops.savepoint.SavepointFacts;
import io.slackwater.sink.jdbc.DatabaseFacts;

/**
 * Everything that was gathered, once; the checks look at nothing else.
 *
 * @param nowMillis this host's clock, ms since the epoch
 */
record Facts(
    Looked<BrokerFacts> broker,
    Looked<ClusterFacts> cluster,
    Looked<DatabaseFacts> database,
    HostFacts host,
    Looked<SavepointFacts> savepoint,
    Looked<TtlChange> ttl,
    long nowMillis) {}
