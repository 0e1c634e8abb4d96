package io.slackwater.bench.run;

import io.slackwater.bench.peer.Peer;
import io.slackwater.bench.peer.PeerSettings;
import io.slackwater.bench.watch.MeasuredProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts an engine, each time in a process of its own.
 *
 * @param jvm arguments of its JVM
 * @param logs where its logs go
 * @param name of the logs
 */
record EngineProcesses(Peer peer, List<String> jvm, Path logs, String name) {
  MeasuredProcess start(PeerSettings settings) throws IOException {
    String file = settings.restoreFrom().isEmpty() ? name : name + "-restored";
    List<String> arguments = new ArrayList<>(jvm);
    arguments.addAll(List.of(settings.asJvmArguments()));
    arguments.add("-Dslackwater.log=" + logs.resolve(file + ".log"));
    return MeasuredProcess.java(
        arguments, Peer.class.getName(), List.of(peer.name()), logs.resolve(file + ".out"));
  }
}
