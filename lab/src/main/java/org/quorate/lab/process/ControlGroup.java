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
