package io.slackwater.ops.metrics;

import static io.slackwater.ops.metrics.ScrapedJob.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.slackwater.ops.metrics.Scrape.Sample;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What Prometheus reads from a running job: every name with its type and labels, which rules and
 * dashboards depend on, and numbers that add up with the records that were sent.
 */
class ExportedMetricsIT {
  private static final String OPERATOR = "flink_taskmanager_job_task_operator_";
  private static final String LATENESS = "topic_partition_le_lateness";
  private static final Path OURS = Inventory.DIRECTORY.resolve("job-metrics.txt");
  private static final Path FLINKS = Inventory.DIRECTORY.resolve("flink-metrics.txt");
  private static final int EVENTS_WITH_A_TIME = 10;

  @TempDir private static Path directory;
  private static ScrapedJob job;
  private static Scrape scrape;

  @BeforeAll
  static void runWithOneRecordOfEachKind() throws Exception {
    job = ScrapedJob.start(directory);
    job.profile(0, "c-1", "13:00:00").profile(1, "c-2", "13:00:00");
    job.event(0, "c-1", "14:00:10").again().event(0, "c-1", "14:00:08");
    job.event(0, "c-1", "14:03:00").event(0, "c-1", "14:00:30");
    job.event(1, "c-1", "14:00:20").event(1, "no-profile", "14:00:21").event(1, "c-2", "14:03:00");
    job.record("events", 1, null, "{no json", at("14:03:00"));
    job.profile(0, "c-1", "14:03:00").profile(1, "c-2", "14:03:00").profile(0, "c-1", "14:00:01");
    job.send();
    await(() -> sum(job.scrape(), "publishedRows") == 2);
    // Its partition was silent so far, and the window closed without it.
    job.event(2, "c-3", "14:00:40").event(2, "c-3", "14:03:00").send();
    await(() -> sum(job.scrape(), LATENESS, "topic", "events", "le", "+Inf") == EVENTS_WITH_A_TIME);
    await(() -> sum(job.scrape(), "cause_late", "cause", "idle-partition") == 1);
    await(() -> sum(job.scrape(), "oldestUnpublishedAge") == 0);
    scrape = job.scrape();
  }

  @AfterAll
  static void stop() {
    job.close();
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(250))
        .until(condition);
  }

  /** Over all series of a metric that have these labels. */
  private static double sum(Scrape scrape, String name, String... labels) {
    return scrape.of(OPERATOR + name).stream()
        .filter(sample -> hasAll(sample, labels))
        .mapToDouble(Sample::value)
        .sum();
  }

  private static boolean hasAll(Sample sample, String... labels) {
    boolean all = true;
    for (int i = 0; i < labels.length; i += 2) {
      all &= sample.has(labels[i], labels[i + 1]);
    }
    return all;
  }

  @Test
  void everyMetricOfTheJobHasTheNameTypeAndLabelsThatAreWrittenDown() throws IOException {
    Set<String> flinks = lines("flink-operator-metrics.txt");
    Set<String> ours =
        scrape.types().keySet().stream()
            .filter(name -> name.startsWith(OPERATOR))
            .filter(name -> !flinks.contains(name.substring(OPERATOR.length())))
            .collect(Collectors.toCollection(TreeSet::new));

    String head =
        """
        # What the job exports beside Flink's own metrics; pinned and written by ExportedMetricsIT.
        # Names, labels and types are what rules and dashboards rely on. Flink exports counters as
        # gauges; those that only grow are named so here.

        """;
    Inventory exported = Inventory.of(scrape, ours).describedAs(Inventory.read("job-metrics.txt"));
    assertThat(Inventory.updated(OURS, head + exported.text())).isEqualTo(head + exported.text());
    assertThat(exported.text()).as("each has a meaning").doesNotContain("    ?");
  }

  @Test
  void flinkExportsWhatTheRulesAndTheDashboardTakeFromIt() throws IOException {
    Set<String> used = Queries.shipped().metrics();
    used.removeIf(name -> !name.startsWith("flink_"));
    used.removeAll(Inventory.read("job-metrics.txt").entries().keySet());

    String head =
        """
        # What rules and dashboard use of Flink's own metrics; pinned and written by
        # ExportedMetricsIT from a running job.

        """;
    Inventory exported =
        Inventory.of(scrape, used).describedAs(Inventory.read("flink-metrics.txt"));
    assertThat(exported.entries().keySet()).containsExactlyInAnyOrderElementsOf(used);
    assertThat(Inventory.updated(FLINKS, head + exported.text())).isEqualTo(head + exported.text());
    assertThat(exported.text()).as("each has a meaning").doesNotContain("    ?");
  }

  @Test
  void noLabelChangesWithAStart() {
    Set<String> labels = new TreeSet<>();
    scrape.samples().forEach(sample -> labels.addAll(sample.labels().keySet()));
    assertThat(labels)
        .doesNotContain("job_id", "task_id", "task_attempt_id", "task_attempt_num")
        .doesNotContain("operator_id", "tm_id", "host");
    assertThat(scrape.types().keySet()).noneMatch(name -> name.contains("KafkaProducer"));
  }

  @Test
  void everyRecordIsCountedInOnePlace() {
    Map<String, Double> counted = new TreeMap<>();
    for (Sample sample : scrape.samples()) {
      String name = sample.name().replace(OPERATOR, "");
      if (Set.of("cause_late", "reason_deadLetters", "status_profile").contains(name)) {
        String by = sample.labels().get(name.substring(0, name.indexOf('_')));
        counted.merge(name + " " + by, sample.value(), Double::sum);
      } else if (Set.of("duplicates", "lateProfiles", "windowsPublished").contains(name)) {
        counted.merge(name, sample.value(), Double::sum);
      }
    }
    counted.values().removeIf(count -> count == 0);

    assertThat(counted)
        .isEqualTo(
            Map.of(
                "cause_late late", 1.0,
                "cause_late idle-partition", 1.0,
                "reason_deadLetters malformed-json", 1.0,
                "duplicates", 1.0,
                "lateProfiles", 1.0,
                "windowsPublished", 2.0,
                "status_profile matched", 1.0,
                "status_profile missing", 1.0));
    assertThat(sum(scrape, "openWindows")).isEqualTo(3);
    assertThat(sum(scrape, "customersLoaded")).isEqualTo(5);
    assertThat(sum(scrape, "loadRemaining")).isZero();
  }

  @Test
  void bucketsOfLatenessGrowWithTheirBoundAndAddUpToTheRecords() {
    Map<String, List<Sample>> byPartition =
        scrape.of(OPERATOR + LATENESS).stream()
            .collect(
                Collectors.groupingBy(
                    sample -> sample.labels().get("topic") + sample.labels().get("partition")));
    assertThat(byPartition).hasSize(ScrapedJob.EVENT_PARTITIONS + ScrapedJob.CUSTOMER_PARTITIONS);
    byPartition.forEach(
        (partition, buckets) -> {
          List<Sample> sorted = new ArrayList<>(buckets);
          sorted.sort(Comparator.comparingDouble(ExportedMetricsIT::bound));
          assertThat(sorted.stream().map(Sample::value).toList()).as(partition).isSorted();
          assertThat(bound(sorted.get(sorted.size() - 1))).isInfinite();
        });

    Map<String, Double> events = new TreeMap<>();
    for (String le : List.of("0", "1", "2", "120", "300", "+Inf")) {
      events.put(le, sum(scrape, LATENESS, "topic", "events", "le", le));
    }
    // One is 2 s behind its partition's newest, one 150 s; in partition 2 none is behind.
    assertThat(events)
        .isEqualTo(Map.of("0", 8.0, "1", 8.0, "2", 9.0, "120", 9.0, "300", 10.0, "+Inf", 10.0));
    assertThat(sum(scrape, "topic_partition_latenessMillisSum", "topic", "events"))
        .isEqualTo(152_000);
  }

  private static double bound(Sample bucket) {
    String le = bucket.labels().get("le");
    return le.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(le);
  }

  @Test
  void partitionsTellTheirOwnWatermark() {
    Map<String, Double> watermarks = new TreeMap<>();
    scrape.of(OPERATOR + "topic_partition_watermark").stream()
        .filter(sample -> sample.has("topic", "events"))
        .forEach(sample -> watermarks.put(sample.labels().get("partition"), sample.value()));
    double expected = at("14:02:54.999").toEpochMilli();
    assertThat(watermarks).isEqualTo(Map.of("0", expected, "1", expected, "2", expected));
  }

  @Test
  void commitsToBothOutputsAreMeasured() {
    for (String committer :
        List.of("Results to Kafka: Committer", "results-jdbc-publish: Committer")) {
      assertThat(sum(scrape, "le_commitSecondsBucket", "operator_name", committer, "le", "+Inf"))
          .as(committer)
          .isPositive();
    }
    assertThat(sum(scrape, "commitFailures")).isZero();
    assertThat(sum(scrape, "oldestPendingCommitAge")).isZero();
    assertThat(sum(scrape, "stateDiskFree")).isPositive();
  }

  private static Set<String> lines(String resource) throws IOException {
    try (InputStream in = ExportedMetricsIT.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .collect(Collectors.toSet());
    }
  }
}
