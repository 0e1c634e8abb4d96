package io.slackwater.ops.check;

import io.slackwater.sink.jdbc.DatabaseFacts;

/** Everything that was gathered, once; the checks look at nothing else. */
record Facts(
    Looked<BrokerFacts> broker,
    Looked<ClusterFacts> cluster,
    Looked<DatabaseFacts> database,
    HostFacts host) {}
