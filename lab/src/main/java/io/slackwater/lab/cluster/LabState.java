package io.slackwater.lab.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * What has to be known to look after a lab from another process: kept in a file of its directory,
 * replaced as a whole with every change.
 *
 * @param ports where its servers listen on 127.0.0.1
 * @param taskManagersEver how many task managers there have been, for the next one's name
 */
record LabState(LabPorts ports, int slots, int taskManagersEver, List<LabProcess> processes) {
  private static final String FILE = "lab.json";
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  LabState {
    processes = List.copyOf(processes);
  }

  static Path file(Path directory) {
    return directory.resolve(FILE);
  }

  /**
   * @throws IllegalStateException when there is no lab in the directory
   */
  static LabState load(Path directory) throws IOException {
    Path file = file(directory);
    if (!Files.exists(file)) {
      throw new IllegalStateException(
          "no lab in %s: start one with lab up, or name its --directory".formatted(directory));
    }
    return JSON.readValue(file.toFile(), LabState.class);
  }

  /** The file is complete at every moment. */
  void save(Path directory) throws IOException {
    Path next = directory.resolve(FILE + ".next");
    JSON.writeValue(next.toFile(), this);
    Files.move(
        next, file(directory), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** With a process, instead of the one of its name if there is one. */
  LabState with(LabProcess process) {
    List<LabProcess> all = new ArrayList<>();
    processes.forEach(other -> all.add(other.name().equals(process.name()) ? process : other));
    if (!all.contains(process)) {
      all.add(process);
    }
    return new LabState(ports, slots, taskManagersEver, all);
  }

  LabState withOneMoreTaskManager() {
    return new LabState(ports, slots, taskManagersEver + 1, processes);
  }

  /**
   * @throws IllegalArgumentException when there is none of that name
   */
  LabProcess process(String name) {
    return processes.stream()
        .filter(process -> process.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no process '%s'; there are: %s"
                        .formatted(
                            name,
                            String.join(", ", processes.stream().map(LabProcess::name).toList()))));
  }
}
