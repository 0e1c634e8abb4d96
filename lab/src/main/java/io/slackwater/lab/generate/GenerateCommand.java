package io.slackwater.lab.generate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.slackwater.job.config.JobConfig;
import io.slackwater.job.config.TimeFormat;
import io.slackwater.ops.ConfigOptions;
import io.slackwater.producer.ControlTopic;
import io.slackwater.producer.PaceSettings;
import io.slackwater.producer.SignalSource;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Traffic for a job that runs elsewhere. */
@Command(
    name = "generate",
    mixinStandardHelpOptions = true,
    description = {
      "Sends events and profiles to the configured topics, at a rate, in known numbers: late,"
          + " duplicated, malformed and poisoned ones among them.",
      "With --control-topic the producers slow down when the consumers fall behind, as the signals"
          + " say that monitor publishes there. What they are held back from sending is counted and"
          + " not made up for.",
      "Creates no topic unless told so. Ends after --seconds, after --events, or with Ctrl-C, and"
          + " says what it has sent."
    })
public final class GenerateCommand implements Callable<Integer> {
  private static final long CLEAN_UP_SECONDS = 60;

  @Mixin private ConfigOptions config;
  @Mixin private ShapeOptions shape;

  @Option(
      names = "--rate",
      description = "Events per second, of all producers together; ${DEFAULT-VALUE} by default.",
      defaultValue = "1000")
  private int rate;

  @Option(
      names = "--producers",
      description = "Each sends to one partition; ${DEFAULT-VALUE} by default.",
      defaultValue = "4")
  private int producers;

  @Option(
      names = "--profiles",
      description = "Customers' profiles per second, ${DEFAULT-VALUE} by default.",
      defaultValue = "20")
  private int profiles;

  @Option(names = "--seconds", description = "How long (default: until Ctrl-C).")
  private Integer seconds;

  @Option(names = "--events", description = "How many events in all (default: no limit).")
  private Long events;

  @Option(
      names = "--seed",
      description = "Of what is random in the traffic, ${DEFAULT-VALUE} by default.",
      defaultValue = "1")
  private long seed;

  @Option(
      names = "--create-topics",
      paramLabel = "PARTITIONS",
      description = "Creates the job's topics, and the control topic, where they are missing.")
  private Integer createTopics;

  @Option(
      names = "--control-topic",
      paramLabel = "TOPIC",
      description = "Where signals about the consumers come from (default: never slow down).")
  private String controlTopic;

  @Option(
      names = "--lag-target",
      paramLabel = "SECONDS",
      description =
          "Lag of group events.group-id up to which nothing is slowed down; ${DEFAULT-VALUE} by default.",
      defaultValue = "30")
  private int lagTarget;

  @Option(
      names = "--floor-rate",
      description =
          "Events per second that each producer may always send; ${DEFAULT-VALUE} by default.",
      defaultValue = "10")
  private int floorRate;

  @Option(
      names = "--manifest",
      paramLabel = "FILE",
      description = "Writes what was sent, with the seeds, as JSON.")
  private Path manifest;

  @Spec private CommandSpec spec;

  private final CountDownLatch over = new CountDownLatch(1);
  private volatile boolean stopped;

  @Override
  public Integer call() throws Exception {
    JobConfig job = config.load();
    requireShippedFields(job);
    GeneratePlan plan = plan();
    int partitions = topics(job);
    Thread stopper = new Thread(this::stop, "generate-stop");
    Runtime.getRuntime().addShutdownHook(stopper);
    try {
      report(generate(job, plan, partitions));
      return ExitCode.OK;
    } finally {
      over.countDown();
      if (!stopped) {
        Runtime.getRuntime().removeShutdownHook(stopper);
      }
    }
  }

  /** Ends the sending, and gives it the time to say what was sent. */
  private void stop() {
    stopped = true;
    try {
      if (!over.await(CLEAN_UP_SECONDS, TimeUnit.SECONDS)) {
        spec.commandLine().getErr().println("generate: ended before Kafka had taken everything");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private int topics(JobConfig job) {
    try (GeneratedTopics topics = new GeneratedTopics(job)) {
      if (createTopics != null) {
        topics.create(between("--create-topics", createTopics, 1, 10_000), controlTopic);
      }
      if (profiles > 0) {
        topics.partitions(job.customers().topic());
      }
      return topics.partitions(job.events().topic());
    }
  }

  private Manifest generate(JobConfig job, GeneratePlan plan, int partitions)
      throws InterruptedException {
    try (Signals signals = signals(job)) {
      long started = System.nanoTime();
      Generation generation =
          new Generation(
              job,
              plan,
              partitions,
              signals.source(),
              pace(job),
              InstantSource.system(),
              () -> !stopped && !isPast(plan.length(), started));
      try (PaceLine line = new PaceLine(spec.commandLine().getErr(), generation)) {
        while (!generation.isOver()) {
          line.say();
          TimeUnit.MILLISECONDS.sleep(PaceLine.EVERY_MS);
        }
      }
      return generation.end();
    }
  }

  private static boolean isPast(Duration length, long startedNanos) {
    return length != null && System.nanoTime() - startedNanos >= length.toNanos();
  }

  /** Signals and what has to be closed for them. */
  private record Signals(SignalSource source, Runnable end) implements AutoCloseable {
    @Override
    public void close() {
      end.run();
    }
  }

  private Signals signals(JobConfig job) {
    if (controlTopic == null) {
      return new Signals(group -> Optional.empty(), () -> {});
    }
    Map<String, Object> properties = new HashMap<>(job.kafka().properties());
    properties.put("bootstrap.servers", job.kafka().bootstrapServers());
    ControlTopic control = ControlTopic.follow(properties, controlTopic);
    return new Signals(control, control::close);
  }

  private PaceSettings pace(JobConfig job) {
    PaceSettings usual = PaceSettings.waitingFor(job.events().groupId());
    return new PaceSettings(
        usual.groups(),
        Duration.ofSeconds(between("--lag-target", lagTarget, 0, 86_400)),
        usual.minHeadroom(),
        usual.decrease(),
        usual.recovery(),
        between("--floor-rate", floorRate, 1, 1_000_000),
        usual.staleHold(),
        usual.whenStale());
  }

  private void report(Manifest sent) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    out.print(sent.text());
    out.flush();
    if (manifest != null) {
      ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
      Files.writeString(manifest, mapper.writeValueAsString(sent) + System.lineSeparator());
    }
  }

  private GeneratePlan plan() {
    if (events != null && events < 1) {
      throw wrong("Invalid value for option '--events': %d; allowed: 1 or more".formatted(events));
    }
    return new GeneratePlan(
        between("--rate", rate, 1, 10_000_000),
        between("--producers", producers, 1, 200),
        between("--profiles", profiles, 0, 1_000_000),
        seconds == null ? null : Duration.ofSeconds(between("--seconds", seconds, 1, 31_536_000)),
        events,
        shape.shape(),
        seed);
  }

  private int between(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw wrong(
          "Invalid value for option '%s': %d; allowed: %d to %d"
              .formatted(option, value, least, most));
    }
    return value;
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /** Events for other fields would all be dead letters. */
  private void requireShippedFields(JobConfig job) {
    requireField("events.fields.customer", job.events().fields().customer(), "/customerId");
    requireField("events.fields.time", job.events().fields().time(), "/occurredAt");
    if (job.events().fields().id() != null) {
      requireField("events.fields.id", job.events().fields().id(), "/eventId");
    }
    requireField("customers.fields.customer", job.customers().fields().customer(), "/customerId");
    requireField("customers.fields.time", job.customers().fields().time(), "/updatedAt");
    requireField("events.time-format", job.events().timeFormat(), TimeFormat.ISO_8601);
    requireField("customers.time-format", job.customers().timeFormat(), TimeFormat.ISO_8601);
  }

  private void requireField(String key, Object value, Object generated) {
    if (!value.toString().equals(generated.toString())) {
      throw wrong(
          "%s is %s: traffic is generated for %s only; send it under a configuration that says so"
              .formatted(key, value, generated));
    }
  }
}
