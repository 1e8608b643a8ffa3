package org.quorate.lab.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A control group of the kernel that limits the processor time of the processes in it. It is a
 * folder in the kernel's control file system.
 *
 * @param folder the group's folder
 */
public record ControlGroup(Path folder) {
  /** The file that takes the id of a process that is to join. */
  public Path processesFile() {
    return folder.resolve("cgroup.procs");
  }

  /** Removes the group; its processes must have ended. A group that is not there is no error. */
  public void remove() throws IOException {
    try {
      Files.deleteIfExists(folder);
    } catch (NoSuchFileException gone) {
      // As wanted.
    }
  }
}
