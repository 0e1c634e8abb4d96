package io.slackwater.bench.page;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where results go: a file for programs, and beside it a page for people. */
public final class ResultFiles {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final Path json;

  /**
   * @param json the page has the same name, with .html behind it
   */
  public ResultFiles(Path json) {
    this.json = json;
  }

  public void write(Object results, Page page) throws IOException {
    Files.createDirectories(json.toAbsolutePath().getParent());
    JSON.writeValue(json.toFile(), results);
    String name = json.getFileName().toString().replaceFirst("\\.json$", "");
    Files.writeString(json.resolveSibling(name + ".html"), page.html());
  }

  /** What was written. */
  public static <T> T read(Path json, Class<T> type) throws IOException {
    return JSON.readValue(json.toFile(), type);
  }
}
