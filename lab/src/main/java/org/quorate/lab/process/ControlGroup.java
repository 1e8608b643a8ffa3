package org.quorate.lab.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A control group of the kernel that limits the processor time of the processes in it. It is a
 * folder in the kernel's control file system.
 *
 * @param folder the group's folder
 */
public record ControlGroup(Path folder) {
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** The file that takes the id of a process that is to join. */
  public Path processesFile() {
    return folder.resolve("cgroup.procs");
  }

  /**
   * How many cores the processes of the group may use together, as the kernel says it.
   *
   * @throws IOException when it says no number, or no limit
   */
  public double cores() throws IOException {
    Path unified = folder.resolve("cpu.max");
    String text =
        Files.exists(unified)
            ? Files.readString(unified)
            : Files.readString(folder.resolve("cpu.cfs_quota_us"))
                + " "
                + Files.readString(folder.resolve("cpu.cfs_period_us"));
    String[] words = text.strip().split("\\s+", -1);
    try {
      double cores = Double.parseDouble(words[0]) / Double.parseDouble(words[1]);
      if (cores > 0) {
        return cores;
      }
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw new IOException(folder + " has no quota but \"" + text.strip() + "\"", e);
    }
    throw new IOException(folder + " has no quota but \"" + text.strip() + "\"");
  }

  /**
   * Removes the group; its processes must have ended. A group that is not there is no error.
   *
   * @throws IOException when the kernel still counts a process in it after two seconds
   */
  public void remove() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        Files.deleteIfExists(folder);
        return;
      } catch (IOException busy) {
        if (System.nanoTime() > deadline) {
          throw busy;
        }
        TimeUnit.MILLISECONDS.sleep(10);
      }
    }
  }
}
