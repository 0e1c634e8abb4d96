/**
 * What a savepoint or a retained checkpoint holds, read from its files alone: no cluster, no broker
 * and no database is asked. Start at {@link io.slackwater.ops.savepoint.SavepointFacts#read}.
 */
package io.slackwater.ops.savepoint;
