/**
 * Real Prometheus and Alertmanager processes of this machine, on loopback, for tests and drills.
 */
package io.slackwater.lab.prometheus;
