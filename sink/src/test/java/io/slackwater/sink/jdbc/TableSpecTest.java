package io.slackwater.sink.jdbc;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableSpecTest {
  private static final ColumnSpec ID = ColumnSpec.of("id", ColumnType.BIGINT);
  private static final ColumnSpec NOTE = ColumnSpec.of("note", ColumnType.TEXT).orNull();

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a\"; DROP TABLE x; --", "1a", "a.b.c", "a.", "tischläufer"})
  void namesThatNeedCareAreRefused(String name) {
    assertThatThrownBy(() -> new TableSpec(name, List.of(ID), List.of("id"), null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("table name '");
  }

  @Test
  void nameTooLongForItsCompanionsIsRefused() {
    assertThatThrownBy(() -> new TableSpec("t".repeat(50), List.of(ID), List.of("id"), null))
        .hasMessageContaining("at most 49 characters");
  }

  @Test
  void contradictionsAreSaid() {
    assertThatThrownBy(() -> new TableSpec("t", List.of(ID, ID), List.of("id"), null))
        .hasMessage("table 't': column 'id' is there twice");
    assertThatThrownBy(() -> new TableSpec("t", List.of(ID), List.of("key"), null))
        .hasMessage("table 't' has no column 'key'");
    assertThatThrownBy(() -> new TableSpec("t", List.of(ID, NOTE), List.of("note"), null))
        .hasMessage("table 't': key column 'note' must not be nullable");
    assertThatThrownBy(() -> new TableSpec("t", List.of(ID, NOTE), List.of("id"), "note"))
        .hasMessageStartingWith("table 't': revision column 'note' must be");
    assertThatThrownBy(() -> ColumnSpec.of("slackwater_seq", ColumnType.TEXT))
        .hasMessageContaining("names that begin with 'slackwater_' are taken");
    assertThatThrownBy(() -> ColumnSpec.numeric("n", 39))
        .hasMessage("column 'n' of type NUMERIC: scale 39 is not in 0..38");
  }
}
