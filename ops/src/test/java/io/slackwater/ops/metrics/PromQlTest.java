package io.slackwater.ops.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class PromQlTest {
  @Test
  void findsMetricsAndLabelsAndNothingElse() {
    PromQl found =
        PromQl.of(
            """
            sum by (job_name, le) (rate(a_bucket{topic="events", reason!~"x|by(z)"}[5m] offset 1h))
              / on (job_name) group_left (team) sum(b:rate5m{job=~"$job"}) without (subtask_index)
              > bool 1e3 and time() - c_total > 0.5 or inf * $__interval
            """);
    assertThat(found.metrics()).isEqualTo(Set.of("a_bucket", "b:rate5m", "c_total"));
    assertThat(found.labels())
        .isEqualTo(Set.of("job_name", "le", "topic", "reason", "team", "job", "subtask_index"));
  }
}
