package io.slackwater.lab.drill;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A file system of its own with little room, in memory; it is gone when the drill ends. */
record SmallDisk(Path directory) {

  /**
   * Mounts one.
   *
   * @param size as mount takes it, such as {@code 160m}
   * @throws IllegalStateException in one line, where that is not permitted
   */
  static SmallDisk mount(DrillContext context, String name, String size)
      throws IOException, InterruptedException {
    Path directory = Files.createDirectory(context.directory().resolve(name));
    String refused =
        run("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", directory.toString());
    if (!refused.isEmpty()) {
      throw new IllegalStateException(
          "a disk of %s cannot be mounted (%s): run this drill as root, in a container with --cap-add SYS_ADMIN"
              .formatted(size, refused));
    }
    // Whatever still has a file open there is this process, which is about to end.
    context.cleanUp().add(() -> run("umount", "--lazy", directory.toString()));
    return new SmallDisk(directory);
  }

  /** Returns what it complains about; empty if all is well. */
  private static String run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(List.of(command)).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() == 0
        ? ""
        : said.lines().findFirst().orElse("exit status " + process.exitValue());
  }

  long totalBytes() throws IOException {
    return Files.getFileStore(directory).getTotalSpace();
  }

  long usedBytes() throws IOException {
    return totalBytes() - Files.getFileStore(directory).getUsableSpace();
  }
}
