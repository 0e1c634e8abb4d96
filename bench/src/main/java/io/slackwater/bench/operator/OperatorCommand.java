package io.slackwater.bench.operator;

import io.slackwater.bench.page.Origin;
import io.slackwater.bench.page.ResultsOption;
import io.slackwater.ops.Installation;
import io.slackwater.ops.flink.FlinkSettings;
import io.slackwater.testkit.embedded.TemporaryDirectory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.state.rocksdb.RocksDBOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the keyed operator by itself. */
@Command(
    name = "operator",
    mixinStandardHelpOptions = true,
    description =
        "Measures the operator that keeps windows and profiles by itself, on RocksDB with the shipped settings, over numbers of customers.")
public final class OperatorCommand implements Callable<Integer> {
  @Option(
      names = "--customers",
      split = ",",
      description = "Numbers of customers (default: ${DEFAULT-VALUE}).")
  private List<Integer> customers = List.of(100_000, 1_000_000, 5_000_000, 10_000_000);

  @Option(names = "--windows", description = "Measured windows (default: ${DEFAULT-VALUE}).")
  private int windows = 10;

  @Option(names = "--events", description = "Of each window (default: ${DEFAULT-VALUE}).")
  private int events = 50_000;

  @Option(
      names = "--memory",
      description =
          "For RocksDB, as a slot has it of managed memory: half of what a TaskManager of 4g has (default: ${DEFAULT-VALUE}).")
  private String memory = "850m";

  @Mixin private final ResultsOption results = new ResultsOption("operator.json");

  @Override
  public Integer call() throws Exception {
    Origin origin = results.origin();
    Configuration flink =
        FlinkSettings.load(Installation.file("config", "flink", "production.yaml"));
    flink.set(RocksDBOptions.FIX_PER_SLOT_MEMORY_SIZE, MemorySize.parse(memory));
    OperatorBench bench = new OperatorBench(flink, windows, events);
    List<OperatorFigures> done = new ArrayList<>();
    for (int count : customers) {
      try (TemporaryDirectory files = TemporaryDirectory.create("slackwater-operator")) {
        done.addAll(bench.measure(count, files.path()));
      }
      OperatorResults all = new OperatorResults(origin, List.copyOf(done));
      results.write(all, all.page());
      results.say("%,d customers measured".formatted(count));
    }
    return 0;
  }
}
