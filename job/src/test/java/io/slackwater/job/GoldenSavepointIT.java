package io.slackwater.job;

import static io.slackwater.job.InputLog.at;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.slackwater.testkit.model.LogRecord;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Map;
import javax.annotation.Nullable;
import org.apache.flink.core.execution.SavepointFormatType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The savepoint of a released version is restored by every version after it, at another parallelism
 * than it was taken at, and from there on by the newer version's own savepoints. It was taken with
 * everything in it: windows open and closed, profiles current, pending and deleted, offsets, the
 * newest event time of each partition.
 *
 * <p>A new one is written, by whoever makes a release, with {@code
 * -Dslackwater.savepoint.write=DIRECTORY}.
 */
@ExtendWith(Surroundings.Shared.class)
class GoldenSavepointIT {
  private static final String WRITE = "slackwater.savepoint.write";

  @Test
  @DisabledIfSystemProperty(named = WRITE, matches = ".+")
  void savepointOfVersion01IsRestored(Surroundings surroundings) throws Exception {
    TestTopics topics = TestTopics.create(surroundings.kafka(), "golden.", 2, 2, Map.of());
    String savepoint =
        Path.of(getClass().getResource("/savepoints/v0.1/_metadata").toURI())
            .getParent()
            .toString();
    after(before(new InputLog(topics))).send();

    String own;
    try (RunningJob job = RunningJob.restore(surroundings, topics.config(), 3, savepoint)) {
      topics.awaitMoreResults(job, 4);
      own = job.stop(SavepointFormatType.NATIVE);
    }
    // What this version has made of the state goes on in its own savepoint.
    new InputLog(topics).closing("14:20:00").send();
    try (RunningJob job = RunningJob.restore(surroundings, topics.config(), 1, own)) {
      topics.awaitMoreResults(job, 6);
      job.stop(SavepointFormatType.CANONICAL);
    }

    assertThat(topics.read(topics.results()))
        .extracting(result -> new String(result.value(), UTF_8))
        .containsExactlyInAnyOrder(
            result("c-1", "14:02", 2, "2.50", "matched", "13:00:00", "gold"),
            result("c-2", "14:02", 2, "2.50", "deleted", "14:00:30", null),
            result("c-3", "14:02", 1, "1.25", "matched", "13:00:00", "bronze"),
            result("c-4", "14:02", 1, "1.25", "missing", null, null),
            result("c-1", "14:03", 1, "1.25", "matched", "14:03:30", "silver"),
            result("closing-0", "14:10", 1, "1.25", "matched", "14:10:00", "gold"),
            result("closing-1", "14:10", 1, "1.25", "matched", "14:10:00", "gold"));
    assertThat(topics.read(topics.late()))
        .extracting(
            late -> header(late, "slackwater.cause"),
            late -> header(late, "slackwater.offset"),
            late -> header(late, "slackwater.lateness-ms"))
        .containsExactly(tuple("late", "4", "89999"));
    assertThat(topics.read(topics.dead())).isEmpty();
  }

  /** What was read when the savepoint was taken: two minutes have closed, 14:02 is open. */
  private static InputLog before(InputLog log) {
    return log.profile(0, "c-1", "13:00:00", "gold")
        .profile(1, "c-2", "13:00:00", "gold")
        .profile(0, "c-3", "13:00:00", "bronze")
        .deletion(1, "c-2", "14:00:30")
        .profile(0, "c-1", "14:03:30", "silver")
        .profile(1, "c-9", "14:02:10", "gold")
        .events(0, "c-1", "14:00:10", "14:01:10", "14:02:01")
        .events(1, "c-2", "14:00:20", "14:01:20", "14:02:02")
        .events(0, "c-3", "14:02:15")
        .events(1, "c-1", "14:02:20");
  }

  /** Of a window that has closed, of the open one (the first is a duplicate), of the next. */
  private static InputLog after(InputLog log) {
    return log.events(0, "c-1", "14:00:40")
        .again(8)
        .events(0, "c-4", "14:02:50")
        .events(1, "c-2", "14:02:40")
        .events(0, "c-1", "14:03:10")
        .closing("14:10:00");
  }

  private static String result(
      String customer,
      String minute,
      int orders,
      String revenue,
      String status,
      @Nullable String updatedAt,
      @Nullable String segment) {
    Instant start = at(minute + ":00");
    return ("{'customer':'%s','windowStart':'%s','windowEnd':'%s','revision':0,'orders':%d,"
            + "'revenue':%s,'profile':{'status':'%s','updatedAt':%s,'segment':%s,'region':%s}}")
        .replace('\'', '"')
        .formatted(
            customer,
            start,
            start.plusSeconds(60),
            orders,
            revenue,
            status,
            quoted(updatedAt == null ? null : at(updatedAt).toString()),
            quoted(segment),
            quoted(segment == null ? null : "eu"));
  }

  private static String quoted(@Nullable String text) {
    return text == null ? "null" : '"' + text + '"';
  }

  private static String header(LogRecord record, String name) {
    return record.headers().stream()
        .filter(header -> header.key().equals(name))
        .map(header -> new String(header.value(), UTF_8))
        .findFirst()
        .orElseThrow();
  }

  @Test
  @EnabledIfSystemProperty(named = WRITE, matches = ".+")
  void write(Surroundings surroundings) throws Exception {
    TestTopics topics = TestTopics.create(surroundings.kafka(), "golden.", 2, 2, Map.of());
    before(new InputLog(topics)).send();
    // All state in one file, which can be copied to anywhere.
    Map<String, String> settings = Map.of("execution.checkpointing.data-inline-threshold", "1mb");
    String savepoint;
    try (RunningJob job = RunningJob.start(surroundings, topics.config(), 2, null, settings)) {
      topics.awaitProof(job);
      savepoint = job.stop(SavepointFormatType.CANONICAL);
    }
    Path target = Files.createDirectories(Path.of(System.getProperty(WRITE)));
    Files.copy(
        Path.of(URI.create(savepoint)).resolve("_metadata"),
        target.resolve("_metadata"),
        StandardCopyOption.REPLACE_EXISTING);
  }
}
