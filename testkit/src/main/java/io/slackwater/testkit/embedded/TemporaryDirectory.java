package io.slackwater.testkit.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory below the system's temporary one that goes with everything in it on close. */
public record TemporaryDirectory(Path path) implements AutoCloseable {

  public static TemporaryDirectory create(String prefix) throws IOException {
    return new TemporaryDirectory(Files.createTempDirectory(prefix));
  }

  /**
   * @throws UncheckedIOException when a file cannot be deleted
   */
  @Override
  public void close() {
    try {
      for (Path each : deepestFirst()) {
        Files.deleteIfExists(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not delete " + path + ": remove it by hand", e);
    }
  }

  private List<Path> deepestFirst() throws IOException {
    try (Stream<Path> walk = Files.walk(path)) {
      return walk.sorted(Comparator.reverseOrder()).toList();
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }
}
