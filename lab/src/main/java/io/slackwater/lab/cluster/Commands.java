package io.slackwater.lab.cluster;

import io.slackwater.lab.Main;
import io.slackwater.ops.flink.FlinkSettings;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.clusterframework.TaskExecutorProcessSpec;
import org.apache.flink.runtime.clusterframework.TaskExecutorProcessUtils;
import org.apache.flink.runtime.jobmanager.JobManagerProcessSpec;
import org.apache.flink.runtime.jobmanager.JobManagerProcessUtils;
import org.apache.flink.runtime.util.config.memory.ProcessMemoryUtils;

/**
 * The command lines of the processes, as Flink's and Kafka's own scripts would put them together.
 */
final class Commands {
  /** Short-lived servers spend more on compiling well than they get back. */
  private static final String COMPILE_QUICKLY = "-XX:TieredStopAtLevel=1";

  private static final String SMALL_COLLECTOR = "-XX:+UseSerialGC";

  private final LabDirectory lab;
  private final LabPorts ports;

  Commands(LabDirectory lab, LabPorts ports) {
    this.lab = lab;
    this.ports = ports;
  }

  LabProcess zookeeper() {
    List<String> command = java(LabCluster.ZOOKEEPER, "-Xmx96m", COMPILE_QUICKLY, SMALL_COLLECTOR);
    command.addAll(
        List.of(
            "-cp",
            ClassPaths.flink(),
            "org.apache.flink.runtime.zookeeper.FlinkZooKeeperQuorumPeer",
            "--zkConfigFile",
            lab.zookeeper().toString(),
            "--peerId",
            "1"));
    return LabProcess.notStarted(LabCluster.ZOOKEEPER, command);
  }

  LabProcess broker() {
    List<String> command = java(LabCluster.BROKER, "-Xmx512m", COMPILE_QUICKLY, "-XX:+UseG1GC");
    command.addAll(List.of("-cp", ClassPaths.broker(), "kafka.Kafka", lab.broker().toString()));
    return LabProcess.notStarted(LabCluster.BROKER, command);
  }

  LabProcess jobManager(int index) {
    Configuration flink = FlinkSettings.load(lab.flink());
    JobManagerProcessSpec memory = JobManagerProcessUtils.processSpecFromConfig(flink);
    String name = LabCluster.JOB_MANAGER + (index + 1);
    List<String> command = java(name, COMPILE_QUICKLY, SMALL_COLLECTOR);
    command.addAll(words(JobManagerProcessUtils.generateJvmParametersStr(memory, flink)));
    command.addAll(
        List.of(
            "-cp",
            ClassPaths.flink(),
            "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint",
            "--configDir",
            lab.flinkConf().toString()));
    command.addAll(words(JobManagerProcessUtils.generateDynamicConfigsStr(memory)));
    command.addAll(setting("rest.port", Integer.toString(ports.rest().get(index))));
    command.addAll(setting("rest.bind-port", Integer.toString(ports.rest().get(index))));
    return LabProcess.notStarted(name, command);
  }

  /** Its name is also what Flink calls it. */
  LabProcess taskManager(String name) {
    Configuration flink = FlinkSettings.load(lab.flink());
    TaskExecutorProcessSpec memory = TaskExecutorProcessUtils.processSpecFromConfig(flink);
    List<String> command = java(name);
    command.addAll(words(ProcessMemoryUtils.generateJvmParametersStr(memory)));
    command.addAll(
        List.of(
            "-cp",
            ClassPaths.flink(),
            "org.apache.flink.runtime.taskexecutor.TaskManagerRunner",
            "--configDir",
            lab.flinkConf().toString()));
    command.addAll(words(TaskExecutorProcessUtils.generateDynamicConfigsStr(memory)));
    command.addAll(setting("taskmanager.resource-id", name));
    return LabProcess.notStarted(name, command);
  }

  /** The only one that needs our classes. */
  LabProcess traffic(int eventsPerSecond, int partitions) {
    List<String> command = java(LabCluster.TRAFFIC, "-Xmx256m", COMPILE_QUICKLY, SMALL_COLLECTOR);
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "lab",
            "traffic",
            "--directory",
            lab.path().toString(),
            "--rate",
            Integer.toString(eventsPerSecond),
            "--partitions",
            Integer.toString(partitions)));
    return LabProcess.notStarted(LabCluster.TRAFFIC, command);
  }

  private List<String> java(String name, String... options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Dlog.file=" + lab.logs().resolve(name + ".log"));
    command.add("-Dlog4j2.configurationFile=" + lab.logging().toUri());
    command.addAll(List.of(options));
    command.addAll(modulesOpenedByFlink());
    return command;
  }

  /** This JVM was started with what Flink's stock configuration opens. */
  private static List<String> modulesOpenedByFlink() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--add-"))
        .toList();
  }

  private static List<String> setting(String key, String value) {
    return List.of("-D", key + "=" + value);
  }

  private static List<String> words(String text) {
    return Stream.of(text.trim().split("\\s+")).toList();
  }
}
