package io.slackwater.ops.lateness;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.slackwater.job.config.JobConfig;
import io.slackwater.ops.ConfigOptions;
import io.slackwater.ops.DurationConverter;
import io.slackwater.ops.ProgressLine;
import io.slackwater.ops.TimestampOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How late events are, and what each bound would cost. */
@Command(
    name = "lateness",
    mixinStandardHelpOptions = true,
    description = {
      "Reads the events topic with the job's own decoder and gate, measures how far the events of"
          + " each partition are behind, says what each out-of-orderness bound would cost, and"
          + " recommends one.",
      "Counts are exact for what is read. Where a partition has no history the first event is"
          + " never late, as it is for a job that begins there: the job begins where"
          + " events.start-from says (--set events.start-from=timestamp:... measures as from another"
          + " place). What lies before --from is read for --warm-up, to know how far each partition"
          + " was, and not counted.",
      "With --sample, 8 to 24 stretches of time are read in full, each behind a warm-up of its own;"
          + " the late share is then an estimate, given with its 95 %% confidence from how much the"
          + " stretches differ. Bursts between them are not seen.",
      "Reads only, commits nothing; the job may run meanwhile. Ctrl-C reports what was read so far.",
      "Exit status 0 when the configured bound meets the target, 1 when it does not."
    })
public final class LatenessCommand implements Callable<Integer> {
  private static final String DEFAULT_BOUNDS = "0s,100ms,500ms,1s,2s,5s,10s,30s,1m,5m";
  private static final int MOST_BOUNDS = 100;
  private static final long LAST_WORD_SECONDS = 30;

  @Mixin private ConfigOptions config;

  @Mixin private TimestampOptions times;

  @Option(
      names = "--sample",
      paramLabel = "SHARE",
      converter = ShareText.class,
      description = "Reads only this share of the time, such as 5%%.")
  private double sample = 1;

  @Option(
      names = "--seed",
      description = "Of the places of a sample, ${DEFAULT-VALUE} by default.",
      defaultValue = "1")
  private long seed;

  @Option(
      names = "--warm-up",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "Default: events.max-future-skew and 5m.")
  private Duration warmUp;

  @Option(
      names = "--bounds",
      paramLabel = "DURATION",
      split = ",",
      converter = DurationConverter.class,
      description = "What to cost, besides the configured one (default: ${DEFAULT-VALUE}).",
      defaultValue = DEFAULT_BOUNDS)
  private List<Duration> bounds;

  @Option(
      names = "--target-late-rate",
      paramLabel = "SHARE",
      converter = ShareText.class,
      description = "Share of the events that may be late (default: 0.01%%).",
      defaultValue = "0.01%")
  private double target;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Writes the findings as one HTML page with plots, too.")
  private Path page;

  @Option(names = "--json", description = "Prints the findings as JSON instead of text.")
  private boolean json;

  @Spec private CommandSpec spec;

  private final CountDownLatch over = new CountDownLatch(1);
  private volatile boolean stopped;

  @Override
  public Integer call() throws IOException {
    JobConfig job = config.load();
    Measurement measurement = new Measurement(job, question(job));
    Thread stopper = new Thread(this::stop, "lateness-stop");
    Runtime.getRuntime().addShutdownHook(stopper);
    try {
      Findings findings = measurement.run(() -> !stopped, this::progress);
      print(findings);
      return findings.events() > 0 && findings.meetsTarget() ? ExitCode.OK : ExitCode.SOFTWARE;
    } finally {
      over.countDown();
      forget(stopper);
    }
  }

  private void forget(Thread stopper) {
    if (!stopped) {
      Runtime.getRuntime().removeShutdownHook(stopper);
    }
  }

  /** Ends the reading, and gives the last word the time that it needs. */
  private void stop() {
    stopped = true;
    try {
      if (!over.await(LAST_WORD_SECONDS, TimeUnit.SECONDS)) {
        spec.commandLine().getErr().println("lateness: ended without a report");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Measurement.Progress progress(long offsets) {
    ProgressLine line = ProgressLine.on(spec.commandLine().getErr(), "lateness", offsets, "");
    return new Measurement.Progress() {
      @Override
      public void accept(long read) {
        line.accept(read);
      }

      @Override
      public void close() {
        line.close();
      }
    };
  }

  private Question question(JobConfig job) {
    TimestampOptions.Range when = times.range();
    Span span =
        new Span(
            when.from() == null ? Long.MIN_VALUE : when.from().toEpochMilli(),
            when.to() == null ? Long.MAX_VALUE : when.to().toEpochMilli());
    if (bounds.size() > MOST_BOUNDS) {
      throw wrong(
          "--bounds: %d are too many: give %d at most".formatted(bounds.size(), MOST_BOUNDS));
    }
    Duration back =
        warmUp == null ? job.events().maxFutureSkew().plus(Duration.ofMinutes(5)) : warmUp;
    List<Long> asked =
        Stream.concat(bounds.stream(), Stream.of(job.watermarks().outOfOrderness()))
            .map(Duration::toMillis)
            .toList();
    return new Question(span, sample, back, seed, asked, target);
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private void print(Findings findings) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
      out.println(mapper.writeValueAsString(findings));
    } else {
      out.print(new LatenessText(findings).text());
    }
    out.flush();
    if (page != null) {
      write(page, new LatenessPage(findings).html());
    }
  }

  /** Whole or not at all: a page is looked at by others, too. */
  private static void write(Path page, String html) throws IOException {
    Path half = page.resolveSibling(page.getFileName() + ".part");
    Files.writeString(half, html);
    Files.move(half, page, StandardCopyOption.REPLACE_EXISTING);
  }
}
