package io.slackwater.ops.size;

import io.slackwater.ops.size.Quantity.Unit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.Nullable;

/** All results for a load, by section. */
final class Sizing {
  private final Load load;
  private final Map<String, List<Line>> sections = new LinkedHashMap<>();
  private List<Line> section = new ArrayList<>();

  private Sizing(Load load) {
    this.load = load;
  }

  static Map<String, List<Line>> of(Load load) {
    Sizing sizing = new Sizing(load);
    new LogSizing(load, sizing).add();
    new StateSizing(load, sizing).add();
    new FlowSizing(load, sizing).add();
    return sizing.sections;
  }

  void section(String title) {
    section = new ArrayList<>();
    sections.put(title, section);
  }

  /** Adds a line and gives its value back. */
  double line(String id, String what, Unit unit, double value, String formula) {
    return line(id, what, unit, value, formula, null);
  }

  double line(
      String id, String what, Unit unit, double value, String formula, @Nullable String binds) {
    section.add(new Line(id, what, unit, value, formula, binds));
    return value;
  }

  /** The two sizes of the job, with the words for them. */
  Map<String, Double> shapes() {
    Map<String, Double> shapes = new LinkedHashMap<>();
    shapes.put("now", load.get(Input.PARALLELISM));
    shapes.put("rescaled", load.get(Input.RESCALE_TO));
    return shapes;
  }

  double nodes(double subtasks) {
    return Math.ceil(subtasks / load.get(Input.SLOTS_PER_NODE));
  }

  static String text(Unit unit, double value) {
    return Quantity.text(unit, value);
  }
}
