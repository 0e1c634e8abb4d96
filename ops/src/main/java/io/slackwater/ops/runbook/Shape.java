package io.slackwater.ops.runbook;

/** A release at a parallelism: what can be started, and gone back to. */
record Shape(Release release, int parallelism) {}
