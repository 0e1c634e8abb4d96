package io.slackwater.ops.runbook;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.slackwater.ops.Installation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.function.UnaryOperator;

/**
 * The journal of one job, in a file that is replaced as a whole, so that there is always one that
 * can be read. One command at a time holds it; the system gives it back when the command ends,
 * however it does.
 */
final class Journal implements AutoCloseable {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final Path file;
  private final FileChannel lock;
  private JournalState state;

  private Journal(Path file, FileChannel lock, JournalState state) {
    this.file = file;
    this.lock = lock;
    this.state = state;
  }

  /** Where a job's journal is unless somebody says otherwise. */
  static Path fileOf(String jobName) {
    String name = jobName.replaceAll("[^A-Za-z0-9._-]", "_");
    String distinct =
        name.equals(jobName) ? name : name + "-" + Integer.toHexString(jobName.hashCode());
    return Installation.file(".slackwater", "runbook", distinct + ".json");
  }

  /**
   * Opens or begins one.
   *
   * @throws IllegalStateException when another command has it, or it cannot be understood
   */
  static Journal open(Path file) {
    Path absolute = file.toAbsolutePath();
    try {
      Files.createDirectories(absolute.getParent());
      FileChannel lock =
          FileChannel.open(
              sibling(absolute, ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (!isLocked(lock)) {
        lock.close();
        throw new IllegalStateException(
            "another command is at work with %s: wait until it has ended".formatted(file));
      }
      return new Journal(absolute, lock, read(absolute));
    } catch (IOException e) {
      throw new UncheckedIOException("journal " + file + " cannot be opened: " + e.getMessage(), e);
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException sameProcess) {
      return false;
    }
  }

  private static JournalState read(Path file) throws IOException {
    if (!Files.exists(file)) {
      return JournalState.EMPTY;
    }
    try {
      return JSON.readValue(file.toFile(), JournalState.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(
          "journal %s is not one (%s): restore it, or move it away, and give --jar or --running-jar"
              .formatted(file, e.getOriginalMessage()),
          e);
    }
  }

  private static Path sibling(Path file, String ending) {
    return file.resolveSibling(file.getFileName() + ending);
  }

  /** Where the jars are kept that it names. */
  Path jars() {
    return sibling(file, ".jars");
  }

  JournalState state() {
    return state;
  }

  /** Changes it, and returns once the change is on the disk. */
  void update(UnaryOperator<JournalState> change) {
    JournalState next = change.apply(state);
    Path written = sibling(file, ".new");
    try {
      try (FileChannel channel =
          FileChannel.open(
              written,
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              StandardOpenOption.TRUNCATE_EXISTING)) {
        channel.write(ByteBuffer.wrap(JSON.writeValueAsBytes(next)));
        channel.force(true);
      }
      ownersOnly(written);
      Files.move(
          written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "journal " + file + " cannot be written: " + e.getMessage(), e);
    }
    state = next;
  }

  /** Arguments of jobs may hold secrets. */
  private static void ownersOnly(Path written) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(written, PosixFileAttributeView.class);
    if (view != null) {
      view.setPermissions(PosixFilePermissions.fromString("rw-------"));
    }
  }

  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException e) {
      throw new UncheckedIOException("journal " + file + " cannot be closed", e);
    }
  }
}
