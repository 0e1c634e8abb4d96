/**
 * Planned changes of a running job, over plain Flink REST: savepoint, rescale, upgrade, rollback.
 * Every id that Flink would choose is chosen here and written to the journal before it is used, so
 * that whoever finds the journal after a crash can ask the cluster what became of it.
 */
package io.slackwater.ops.runbook;
