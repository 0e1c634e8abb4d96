package io.slackwater.ops.metrics;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What Prometheus gets to read, in its text format.
 *
 * @param types metric name to type
 */
record Scrape(Map<String, String> types, List<Sample> samples) {
  private static final Pattern TYPE = Pattern.compile("# TYPE (\\S+) (\\S+)");
  private static final Pattern SAMPLE =
      Pattern.compile("([a-zA-Z_:][\\w:]*)(?:\\{(.*)})? (\\S+)(?: \\d+)?");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\",?");

  /** A line of it. */
  record Sample(String name, Map<String, String> labels, double value) {
    boolean has(String label, String text) {
      return text.equals(labels.get(label));
    }
  }

  static Scrape of(URI address) throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(address).build();
    return parse(HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body());
  }

  static Scrape parse(String text) {
    Map<String, String> types = new TreeMap<>();
    List<Sample> samples = new ArrayList<>();
    for (String line : text.lines().toList()) {
      Matcher type = TYPE.matcher(line);
      if (type.matches()) {
        types.put(type.group(1), type.group(2));
      } else if (!line.startsWith("#") && !line.isBlank()) {
        samples.add(sample(line));
      }
    }
    return new Scrape(types, samples);
  }

  private static Sample sample(String line) {
    Matcher sample = SAMPLE.matcher(line);
    if (!sample.matches()) {
      throw new IllegalArgumentException("not a line of Prometheus' text format: " + line);
    }
    Map<String, String> labels = new TreeMap<>();
    if (sample.group(2) != null) {
      Matcher label = LABEL.matcher(sample.group(2));
      while (label.find()) {
        labels.put(label.group(1), label.group(2));
      }
    }
    return new Sample(sample.group(1), labels, Double.parseDouble(sample.group(3)));
  }

  List<Sample> of(String name) {
    return samples.stream().filter(sample -> sample.name().equals(name)).toList();
  }
}
