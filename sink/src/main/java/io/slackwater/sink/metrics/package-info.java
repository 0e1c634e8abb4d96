/** Measurements that may be added up over subtasks, which Flink's own histograms may not. */
package io.slackwater.sink.metrics;
