package io.slackwater.lab.cluster;

import io.slackwater.testkit.embedded.FreePort;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the lab's servers listen, the same for as long as the lab lives.
 *
 * @param rest one for each job manager
 */
record LabPorts(int zookeeper, int broker, int brokerController, int database, List<Integer> rest) {
  LabPorts {
    rest = List.copyOf(rest);
  }

  /** Ports that are free at this moment. */
  static LabPorts find(int jobManagers) throws IOException {
    List<Integer> found = new ArrayList<>();
    while (found.size() < 4 + jobManagers) {
      int port = FreePort.find();
      if (!found.contains(port)) {
        found.add(port);
      }
    }
    return new LabPorts(
        found.get(0), found.get(1), found.get(2), found.get(3), found.subList(4, 4 + jobManagers));
  }
}
