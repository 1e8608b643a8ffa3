package org.quorate.lab.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A control group of the kernel that limits the processor time of the processes in it, and counts
 * it. It is a folder in the kernel's control file system, or two where version 1 counts elsewhere
 * than it limits.
 *
 * @param folder where processor time is limited
 * @param counting where it is counted
 */
public record ControlGroup(Path folder, Path counting) {
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final String USED_MICROSECONDS = "usage_usec ";

  /** A group that is one folder. */
  public ControlGroup(Path folder) {
    this(folder, folder);
  }

  /** The files that take the id of a process that is to join. */
  public List<Path> processesFiles() {
    return Stream.of(folder, counting).distinct().map(ControlGroup::processesFile).toList();
  }

  /**
   * Has a process join, with all of its threads; what it has used so far stays counted where it
   * was. What it has started before stays where that is.
   *
   * @throws IOException when the kernel refuses, or the process or the group is gone; then it may
   *     have joined where processor time is limited, and not where it is counted
   */
  public void join(long processId) throws IOException {
    for (Path file : processesFiles()) {
      Files.writeString(file, Long.toString(processId));
    }
  }

  private static Path processesFile(Path folder) {
    return folder.resolve("cgroup.procs");
  }

  /**
   * Processor time that the processes of the group have taken in it since it was made, those that
   * have ended included. The kernel counts it in nanoseconds (version 1, {@code cpuacct.usage}) or
   * microseconds (version 2, {@code cpu.stat}), each time that it looks at who runs: what runs at
   * this moment may not be counted for some milliseconds.
   *
   * @throws IOException when the kernel does not count it, or the group is gone
   */
  public Duration processorTime() throws IOException {
    Path nanoseconds = counting.resolve("cpuacct.usage");
    try {
      if (Files.exists(nanoseconds)) {
        return Duration.ofNanos(Long.parseLong(Files.readString(nanoseconds).strip()));
      }
      for (String line : Files.readAllLines(counting.resolve("cpu.stat"))) {
        if (line.startsWith(USED_MICROSECONDS)) {
          long microseconds = Long.parseLong(line.substring(USED_MICROSECONDS.length()).strip());
          return Duration.ofNanos(TimeUnit.MICROSECONDS.toNanos(microseconds));
        }
      }
    } catch (NumberFormatException e) {
      throw new IOException(counting + " does not tell a processor time", e);
    }
    throw new IOException(counting + " counts no processor time");
  }

  /** Whether the processor time of a process is counted here. */
  public boolean counts(long processId) {
    try {
      return Files.readAllLines(processesFile(counting)).contains(Long.toString(processId));
    } catch (IOException gone) {
      return false;
    }
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
        Files.deleteIfExists(counting);
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
