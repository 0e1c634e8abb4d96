package io.slackwater.lab.cluster;

import io.slackwater.ops.flink.FlinkSettings;
import io.slackwater.testkit.embedded.TemporaryDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ConfigurationUtils;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;

/** Writes the files that the processes of a lab, and its users, read. */
final class LabFiles {
  private final LabDirectory lab;
  private final LabPorts ports;

  LabFiles(LabDirectory lab, LabPorts ports) {
    this.lab = lab;
    this.ports = ports;
  }

  /** Logs of an earlier lab go first. */
  void write(LabSettings settings) throws IOException {
    new TemporaryDirectory(lab.logs()).close();
    for (Path directory :
        List.of(
            lab.logs().resolve("rocksdb"),
            lab.flinkConf(),
            lab.checkpoints(),
            lab.savepoints(),
            lab.data("."))) {
      Files.createDirectories(directory);
    }
    Files.writeString(lab.logging(), resource("log4j.properties"));
    Files.writeString(lab.zookeeper(), filled(resource("zookeeper.properties")));
    Files.writeString(lab.broker(), filled(resource("broker.properties")));
    Files.writeString(lab.job(), filled(resource("slackwater.yaml")));
    writeFlink(settings);
    formatBroker();
  }

  /** The settings for production, and what a lab on one machine needs otherwise. */
  private void writeFlink(LabSettings settings) throws IOException {
    Path production =
        settings.installation().resolve(Path.of("config", "flink", "production.yaml"));
    Configuration flink = FlinkSettings.load(production);
    Path ours = Files.writeString(lab.path().resolve("flink.next"), filled(resource("flink.yaml")));
    flink.addAll(FlinkSettings.load(ours));
    Files.delete(ours);
    flink.setString("taskmanager.numberOfTaskSlots", Integer.toString(settings.slots()));
    flink.setString(
        "parallelism.default", Integer.toString(settings.taskManagers() * settings.slots()));
    new TreeMap<>(settings.flink()).forEach(flink::setString);
    List<String> lines = new ArrayList<>();
    lines.add("# Written by lab up: config/flink/production.yaml, made fit for one machine.");
    lines.addAll(ConfigurationUtils.convertConfigToWritableLines(flink, false));
    Files.write(lab.flink(), lines);
  }

  private void formatBroker() throws IOException {
    String data = lab.data(LabCluster.BROKER).toString();
    try (PrintStream silent =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)) {
      new Formatter()
          .setPrintStream(silent)
          .setNodeId(1)
          .setClusterId(Uuid.randomUuid().toString())
          .setControllerListenerName("CONTROLLER")
          .setMetadataLogDirectory(data)
          .addDirectory(data)
          .run();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("the broker's directory cannot be made: " + data, e);
    }
  }

  private String filled(String template) {
    String text = template;
    for (Map.Entry<String, Object> value :
        Map.<String, Object>of(
                "lab", lab.path(),
                "zookeeper", ports.zookeeper(),
                "broker", ports.broker(),
                "controller", ports.brokerController(),
                "database", ports.database())
            .entrySet()) {
      text = text.replace("@" + value.getKey() + "@", value.getValue().toString());
    }
    return text;
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = LabFiles.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
