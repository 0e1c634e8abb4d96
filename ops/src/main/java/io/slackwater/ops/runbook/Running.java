package io.slackwater.ops.runbook;

/** The job that the last command has left behind. */
record Running(String jobId, Shape shape) {}
