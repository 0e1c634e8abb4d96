package io.slackwater.bench.scale;

import io.slackwater.bench.page.Origin;
import io.slackwater.bench.page.ResultsOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what a longer bound on the out-of-orderness costs. */
@Command(
    name = "bound",
    mixinStandardHelpOptions = true,
    description =
        "Reads the same events under different bounds on their out-of-orderness, in a TaskManager that has memory for a part of the open windows only.")
public final class BoundCommand implements Callable<Integer> {
  @Option(
      names = "--bounds",
      split = ",",
      description = "As in watermarks.out-of-orderness (default: ${DEFAULT-VALUE}).")
  private List<String> bounds = List.of("5s", "1h");

  @Option(names = "--customers", description = "How many (default: ${DEFAULT-VALUE}).")
  private int customers = 1_000_000;

  @Mixin private final LoadOptions load = new LoadOptions(4_000_000, "1600m");

  @Mixin private final ResultsOption results = new ResultsOption("bound.json");

  @Override
  public Integer call() throws Exception {
    Origin origin = results.origin();
    List<BoundFigures> done = new ArrayList<>();
    for (String bound : bounds) {
      results.sayNow("bound " + bound);
      done.add(
          LoadedJob.onCluster(
              load.work(customers),
              load.memory(),
              List.of("watermarks.out-of-orderness=" + bound),
              results,
              (job, flink) -> {
                ScaleFigures.Loading unused = job.loadProfiles();
                OpenWindowsWatch watch = new OpenWindowsWatch(flink.figures());
                ScaleFigures.Events read = job.readEvents(watch);
                return watch.seen(bound, read, flink, job.isCorrect());
              }));
      BoundResults all = new BoundResults(origin, List.copyOf(done));
      results.write(all, all.page());
    }
    return done.stream().allMatch(BoundFigures::correct) ? 0 : 1;
  }
}
