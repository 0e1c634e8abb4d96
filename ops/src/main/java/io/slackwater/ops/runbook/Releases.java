package io.slackwater.ops.runbook;

import io.slackwater.ops.flink.Jars;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The jars that the journal names. Copies, by content: the file that somebody gave may be built
 * anew the next minute, and going back needs the old one.
 */
final class Releases {
  private static final String ENDING = ".jar";

  private final Path directory;
  private final Jars cluster;

  Releases(Path directory, Jars cluster) {
    this.directory = directory;
    this.cluster = cluster;
  }

  /**
   * Keeps a copy of a jar.
   *
   * @param overrides of the configuration's keys
   */
  Release keep(Path jar, JobFile config, List<String> overrides) {
    try {
      Files.createDirectories(directory);
      Path copy = Files.createTempFile(directory, "copy", ".tmp");
      String sha256 = copy(jar, copy);
      Files.move(copy, file(sha256), StandardCopyOption.ATOMIC_MOVE);
      return new Release(
          sha256,
          jar.toAbsolutePath().normalize().toString(),
          config.arguments(overrides),
          config.sha256());
    } catch (IOException e) {
      throw new UncheckedIOException(
          "jar %s cannot be copied (%s): build it, or name another".formatted(jar, e.getMessage()),
          e);
    }
  }

  private static String copy(Path from, Path to) throws IOException {
    try (InputStream in = Files.newInputStream(from);
        DigestInputStream digested = new DigestInputStream(in, Sha256.begin())) {
      Files.copy(digested, to, StandardCopyOption.REPLACE_EXISTING);
      return Sha256.end(digested.getMessageDigest());
    }
  }

  /** Where a release's jar is kept. */
  Path copyOf(Release release) {
    return file(release.sha256());
  }

  private Path file(String sha256) {
    return directory.resolve(sha256 + ENDING);
  }

  /** The id of a release's jar on the cluster, uploaded if the cluster does not have it. */
  String onCluster(Release release) {
    String name = release.nameOnCluster();
    return cluster.find(name).orElseGet(() -> cluster.upload(file(release.sha256()), name));
  }

  /** Deletes the copies that nobody can go back to any more. */
  void forgetAllBut(Set<Release> named) {
    Set<Path> kept =
        named.stream().map(release -> file(release.sha256())).collect(Collectors.toSet());
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(file -> !kept.contains(file)).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("old jars cannot be deleted: " + e.getMessage(), e);
    }
  }
}
