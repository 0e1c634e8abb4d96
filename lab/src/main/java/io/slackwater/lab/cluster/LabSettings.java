package io.slackwater.lab.cluster;

import java.nio.file.Path;
import java.util.Map;

/**
 * What a lab is to be like.
 *
 * @param installation the directory that holds {@code config/} and {@code job/target/}
 * @param directory everything of the lab: configuration, data, logs, the list of its processes
 * @param jobManagers 1, or 2 of which one stands by
 * @param taskManagers at the start; more can be added
 * @param slots of each task manager
 * @param eventPartitions of the events topic
 * @param flink settings of Flink that replace the lab's
 */
public record LabSettings(
    Path installation,
    Path directory,
    int jobManagers,
    int taskManagers,
    int slots,
    int eventPartitions,
    Map<String, String> flink) {

  public LabSettings {
    installation = installation.toAbsolutePath().normalize();
    directory = directory.toAbsolutePath().normalize();
    flink = Map.copyOf(flink);
  }

  /** One job manager, two task managers of two slots, twelve partitions of events. */
  public static LabSettings of(Path installation, Path directory) {
    return new LabSettings(installation, directory, 1, 2, 2, 12, Map.of());
  }

  public LabSettings withJobManagers(int count) {
    return new LabSettings(
        installation, directory, count, taskManagers, slots, eventPartitions, flink);
  }

  public LabSettings withTaskManagers(int count, int slotsOfEach) {
    return new LabSettings(
        installation, directory, jobManagers, count, slotsOfEach, eventPartitions, flink);
  }

  public LabSettings withEventPartitions(int count) {
    return new LabSettings(installation, directory, jobManagers, taskManagers, slots, count, flink);
  }

  /** Replaces settings of the lab's Flink, by Flink's own keys. */
  public LabSettings withFlink(Map<String, String> settings) {
    return new LabSettings(
        installation, directory, jobManagers, taskManagers, slots, eventPartitions, settings);
  }
}
