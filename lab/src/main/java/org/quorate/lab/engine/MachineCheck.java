package org.quorate.lab.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether this machine has room for a cluster. */
public final class MachineCheck {
  private static final Pattern AVAILABLE =
      Pattern.compile("^MemAvailable:\\s+(\\d+) kB$", Pattern.MULTILINE);

  private MachineCheck() {}

  /**
   * Refuses a cluster for which the memory that the kernel calls available is too small.
   *
   * @param perNode what one node needs with its heap full
   */
  public static void requireMemory(ClusterSpec spec, MemorySize perNode) throws EngineException {
    OptionalLong available = availableMemory();
    long needed = perNode.bytes() * spec.nodes();
    if (available.isPresent() && available.getAsLong() < needed) {
      throw new EngineException(
          spec.nodes()
              + " nodes with a heap of "
              + spec.heap()
              + " need about "
              + (needed >> 20)
              + "M of memory, but only "
              + (available.getAsLong() >> 20)
              + "M are available; use fewer nodes or a smaller heap.");
    }
  }

  /**
   * Refuses a cluster for which the disk is too small.
   *
   * @param perNode what one node needs at least
   */
  public static void requireDisk(ClusterSpec spec, Path directory, MemorySize perNode)
      throws EngineException {
    try {
      Path existing = directory.toAbsolutePath();
      while (!Files.exists(existing)) {
        existing = existing.resolve("..").normalize();
      }
      long usable = Files.getFileStore(existing).getUsableSpace();
      long needed = perNode.bytes() * spec.nodes();
      if (usable < needed) {
        throw new EngineException(
            spec.nodes()
                + " nodes need at least "
                + (needed >> 20)
                + "M of disk, but "
                + directory
                + " has only "
                + (usable >> 20)
                + "M left; make room or choose another directory.");
      }
    } catch (IOException failure) {
      throw new EngineException(
          "The free space of " + directory + " cannot be found out: " + failure + ".", failure);
    }
  }

  private static OptionalLong availableMemory() {
    try {
      return availableMemory(Files.readString(Path.of("/proc/meminfo")));
    } catch (IOException unknown) {
      return OptionalLong.empty();
    }
  }

  /** The bytes of {@code MemAvailable} in the text of {@code /proc/meminfo}. */
  static OptionalLong availableMemory(String text) {
    Matcher available = AVAILABLE.matcher(text);
    return available.find()
        ? OptionalLong.of(Long.parseLong(available.group(1)) << 10)
        : OptionalLong.empty();
  }
}
