package io.slackwater.ops;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * One process for each job: two of them would write to the same checkpoints and fence each other's
 * transactions. The system gives the lock back when the process ends, however it does.
 */
final class JobLock implements AutoCloseable {
  private final FileChannel channel;

  private JobLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * @throws IllegalStateException when another process has it
   */
  static JobLock take(String jobName) throws IOException {
    Path file = Installation.file(".slackwater", "job-" + Integer.toHexString(jobName.hashCode()));
    Files.createDirectories(file.toAbsolutePath().getParent());
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (lock(channel) == null) {
      channel.close();
      throw new IllegalStateException(
          "job %s runs in another process already: stop that one, or set another job.name"
              .formatted(jobName));
    }
    return new JobLock(channel);
  }

  private static FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException sameProcess) {
      return null;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
