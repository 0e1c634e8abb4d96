package io.slackwater.lab.prometheus;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Programs that the system has, or has not. */
final class Programs {
  private Programs() {}

  /** Where a program is, if one of the names is on the PATH. */
  static Optional<Path> find(String... names) {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .flatMap(directory -> Stream.of(names).map(name -> Path.of(directory, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * The same where it is needed.
   *
   * @throws IllegalStateException in one line, that says which package has it
   */
  static Path require(String debianPackage, String... names) {
    return find(names)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "%s is not on the PATH: install it (Debian: apt-get install %s)"
                        .formatted(names[0], debianPackage)));
  }
}
