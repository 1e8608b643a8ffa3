package org.quorate.lab.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether this machine has room for a cluster. */
public final class MachineCheck {
  private static final Pattern AVAILABLE =
      Pattern.compile("^MemAvailable:\\s+(\\d+) kB$", Pattern.MULTILINE);

  private MachineCheck() {}

  /**
   * Refuses clusters for which memory is too small.
   *
   * @param together clusters that are up at the same time, at least one
   * @param besideHeap what one node needs beside its heap
   * @param services what a cluster needs beside its nodes, in bytes, 0 or more
   * @param available bytes that may be used, as {@link #availableMemory()} tells
   */
  public static void requireMemory(
      List<ClusterSpec> together,
      MemorySize besideHeap,
      ToLongFunction<ClusterSpec> services,
      OptionalLong available)
      throws EngineException {
    int nodes = together.stream().mapToInt(ClusterSpec::nodes).sum();
    long needed =
        together.stream()
            .mapToLong(
                spec ->
                    (spec.heap().bytes() + besideHeap.bytes()) * spec.nodes()
                        + services.applyAsLong(spec))
            .sum();
    if (available.isPresent() && available.getAsLong() < needed) {
      throw new EngineException(
          nodes
              + " nodes "
              + (together.size() == 1
                  ? ""
                  : "of " + together.size() + " clusters that are up at the same time, ")
              + "with a heap of "
              + together.get(0).heap()
              + " need about "
              + (needed >> 20)
              + "M of memory, but only "
              + (available.getAsLong() >> 20)
              + "M are available; use fewer nodes or a smaller heap"
              + (together.size() == 1 ? "." : ", or clusters: in-row."));
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

  /** What the kernel calls available, in bytes; empty where it does not tell. */
  public static OptionalLong availableMemory() {
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
