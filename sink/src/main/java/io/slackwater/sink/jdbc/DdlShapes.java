package io.slackwater.sink.jdbc;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The tables as the printed DDL describes them. They are read out of the statements themselves, so
 * that what is compared with a database can never be anything else than what was printed.
 */
final class DdlShapes {
  private static final Pattern TABLE =
      Pattern.compile("CREATE TABLE IF NOT EXISTS (\\S+) \\(\n(.*)\n\\).*", Pattern.DOTALL);
  private static final Pattern VIEW =
      Pattern.compile("CREATE OR REPLACE VIEW (\\S+) AS.*", Pattern.DOTALL);
  private static final Pattern KEY = Pattern.compile("PRIMARY KEY \\((.*)\\)");
  private static final Pattern LIKE = Pattern.compile("LIKE (\\S+) .*");
  private static final Pattern COLUMN = Pattern.compile("[\"`]?(\\w+)[\"`]? (.*)");
  private static final Pattern AFTER_TYPE =
      Pattern.compile("( NOT NULL| NULL| PRIMARY KEY| CHECK| COLLATE| CHARACTER SET).*");
  private static final Pattern DISPLAY_WIDTH = Pattern.compile("^((?:big)?int)\\(\\d+\\)");

  private final List<TableShape> shapes = new ArrayList<>();

  private DdlShapes() {}

  static List<TableShape> of(List<String> statements) {
    DdlShapes shapes = new DdlShapes();
    statements.forEach(shapes::add);
    return shapes.shapes;
  }

  private void add(String statement) {
    Matcher view = VIEW.matcher(statement);
    if (view.matches()) {
      shapes.add(new TableShape(view.group(1), List.of(), List.of()));
      return;
    }
    Matcher table = TABLE.matcher(statement);
    if (!table.matches()) {
      return;
    }
    List<TableShape.Column> columns = new ArrayList<>();
    List<String> key = new ArrayList<>();
    for (String line : table.group(2).split("\n", -1)) {
      add(line.strip().replaceFirst(",$", ""), columns, key);
    }
    shapes.add(new TableShape(table.group(1), columns, key));
  }

  private void add(String line, List<TableShape.Column> columns, List<String> key) {
    Matcher keyLine = KEY.matcher(line);
    Matcher like = LIKE.matcher(line);
    if (keyLine.matches()) {
      for (String name : keyLine.group(1).split(", ", -1)) {
        key.add(name.replaceAll("[\"`]", ""));
      }
    } else if (like.matches()) {
      shapes.stream()
          .filter(shape -> shape.name().equals(like.group(1)))
          .forEach(shape -> columns.addAll(shape.columns()));
    } else if (!line.startsWith("UNIQUE ") && !line.startsWith("KEY ")) {
      TableShape.Column column = column(line);
      columns.add(column);
      if (line.endsWith(" PRIMARY KEY")) {
        key.add(column.name());
      }
    }
  }

  private static TableShape.Column column(String line) {
    Matcher column = COLUMN.matcher(line);
    if (!column.matches()) {
      throw new IllegalStateException("no column: " + line);
    }
    String rest = column.group(2);
    boolean mayBeNull = !rest.contains(" NOT NULL") && !rest.endsWith(" PRIMARY KEY");
    return new TableShape.Column(
        column.group(1),
        type(AFTER_TYPE.matcher(rest).replaceFirst("")),
        mayBeNull,
        rest.contains(" CHECK "),
        false);
  }

  /** One spelling for each type, whether the DDL or the database says it. */
  static String type(String written) {
    String type = written.toLowerCase(Locale.ROOT).replace(", ", ",");
    type = DISPLAY_WIDTH.matcher(type).replaceFirst("$1");
    return type.replaceFirst("^timestamptz", "timestamp with time zone");
  }
}
