package io.slackwater.bench.scale;

import io.slackwater.bench.page.Origin;
import io.slackwater.bench.page.ResultsOption;
import io.slackwater.bench.work.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what the number of customers costs. */
@Command(
    name = "scale",
    mixinStandardHelpOptions = true,
    description =
        "Loads customers into the job's state, then events; takes savepoints, restores and rescales, all timed. A TaskManager with the shipped settings, in a process of its own.")
public final class ScaleCommand implements Callable<Integer> {
  @Option(
      names = "--customers",
      split = ",",
      description =
          "How many; several numbers are measured one after the other (default: ${DEFAULT-VALUE}). On disk, 1,000 take about 1 MB in all.")
  private List<Integer> customers = List.of(100_000, 1_000_000);

  @Mixin private final LoadOptions load = new LoadOptions(1_000_000, "4g");

  @Mixin private final ResultsOption results = new ResultsOption("scale.json");

  @Override
  public Integer call() throws Exception {
    Origin origin = results.origin();
    List<ScaleFigures> done = new ArrayList<>();
    for (int count : customers) {
      Work work = load.work(count);
      done.add(
          LoadedJob.onCluster(
              work,
              load.memory(),
              List.of(),
              results,
              (job, flink) -> new ScaleRun(work, flink, job, results::sayNow).measure()));
      ScaleResults all = new ScaleResults(origin, List.copyOf(done));
      results.write(all, all.page());
    }
    return done.stream().allMatch(ScaleFigures::correct) ? 0 : 1;
  }
}
