package io.slackwater.bench.micro;

import io.slackwater.bench.page.Origin;
import io.slackwater.bench.page.ResultsOption;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs the benchmarks of single methods. */
@Command(
    name = "micro",
    mixinStandardHelpOptions = true,
    description = "Measures single parts of the hot path with JMH, in ns of CPU time per event.")
public final class MicroCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..*",
      paramLabel = "PATTERN",
      description = "Regular expressions of benchmarks, such as Decoder (default: all).")
  private List<String> patterns = List.of();

  @Option(names = "--forks", description = "JVMs, one after the other (default: ${DEFAULT-VALUE}).")
  private int forks = 2;

  @Option(
      names = "--iterations",
      description = "Of each benchmark, after three of warm-up (default: ${DEFAULT-VALUE}).")
  private int iterations = 5;

  @Option(
      names = "--seconds",
      description = "Of each iteration; more on a busy machine (default: ${DEFAULT-VALUE}).")
  private int seconds = 1;

  @Mixin private final ResultsOption results = new ResultsOption("micro.json");

  @Override
  public Integer call() throws Exception {
    Origin origin = results.origin();
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .forks(forks)
            .warmupIterations(3)
            .warmupTime(TimeValue.seconds(seconds))
            .measurementIterations(iterations)
            .measurementTime(TimeValue.seconds(seconds))
            .jvmArgs("-Xmx1g")
            .jvmArgsAppend(
                ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                    .filter(argument -> argument.startsWith("--add-"))
                    .toArray(String[]::new));
    patterns.forEach(options::include);
    Collection<RunResult> runs = new Runner(options.build()).run();
    MicroResults measured = new MicroResults(origin, figures(runs));
    results.write(measured, measured.page());
    return 0;
  }

  private static List<MicroResults.Figure> figures(Collection<RunResult> results) {
    return results.stream()
        .map(result -> new MicroResults.Figure(name(result.getParams()), nanos(result)))
        .toList();
  }

  private static List<Double> nanos(RunResult result) {
    return result.getBenchmarkResults().stream()
        .flatMap(fork -> fork.getIterationResults().stream())
        .map(each -> sum(each, CpuTime.NANOS) / sum(each, CpuTime.EVENTS))
        .toList();
  }

  private static double sum(IterationResult iteration, String counter) {
    return iteration.getSecondaryResults().get(counter).getScore();
  }

  private static String name(BenchmarkParams benchmark) {
    StringBuilder name = new StringBuilder();
    name.append(benchmark.getBenchmark().replaceFirst(".*\\.(\\w+\\.\\w+)$", "$1"));
    for (String key : benchmark.getParamsKeys()) {
      name.append(' ').append(key).append('=').append(benchmark.getParam(key));
    }
    return name.toString();
  }
}
