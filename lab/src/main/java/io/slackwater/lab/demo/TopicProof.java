package io.slackwater.lab.demo;

import io.slackwater.job.config.JobConfig;
import io.slackwater.testkit.embedded.TopicReader;
import io.slackwater.testkit.model.Accounting;
import io.slackwater.testkit.model.Expected;
import io.slackwater.testkit.model.LogRecord;
import io.slackwater.testkit.model.Model;
import io.slackwater.testkit.model.ModelConfig;
import io.slackwater.testkit.model.Proof;
import java.util.List;

/**
 * The proof from what has been published alone: nothing that the job says about itself is asked
 * for. The log is judged once, whatever it is then compared with.
 */
public final class TopicProof {
  private final JobConfig job;
  private final long closedThrough;
  private final Expected expected;
  private final List<LogRecord> late;
  private final List<LogRecord> dead;

  /**
   * Reads and judges the log.
   *
   * @param closedThrough watermark (ms) through which every window must have been published
   */
  public TopicProof(JobConfig job, ModelConfig config, long closedThrough) {
    this.job = job;
    this.closedThrough = closedThrough;
    Model model = new Model(config);
    read(job.events().topic()).forEach(model::read);
    read(job.customers().topic()).forEach(model::read);
    expected = model.expected();
    late = read(job.late().topic());
    dead = read(job.deadLetters().topic());
  }

  /** Compares with the results topic. */
  public Proof ofTopic() {
    return of(read(job.results().kafka().topic()));
  }

  /** Compares with results that were published elsewhere. */
  public Proof of(List<LogRecord> published) {
    return Accounting.compare(expected, closedThrough, published, late, dead);
  }

  private List<LogRecord> read(String topic) {
    return TopicReader.readAll(job.kafka().bootstrapServers(), topic).stream()
        .map(LogRecord::of)
        .toList();
  }
}
