package org.quorate.lab.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What the kernel tells of one process in {@code /proc/PID/stat}, at one moment.
 *
 * @param processId field 1
 * @param state field 3: R running, S sleeping, D waiting, T stopped, Z zombie, X dead
 * @param userTicks field 14: processor time in user mode, in clock ticks
 * @param systemTicks field 15: processor time in the kernel, in clock ticks
 * @param startTime field 22: clock ticks from the machine's start to the process's
 * @param residentPages field 24: pages of memory in RAM
 */
public record ProcessStatistics(
    long processId,
    char state,
    long userTicks,
    long systemTicks,
    long startTime,
    long residentPages) {
  /**
   * Clock ticks per second as {@code /proc} counts them: 100 on every Linux architecture of use.
   */
  private static final long TICKS_PER_SECOND = 100;

  private static final long PAGE_BYTES = 4096;

  /** Reads the process's line, or nothing where there is no such process. */
  public static Optional<ProcessStatistics> read(long processId) {
    try {
      return Optional.of(
          parse(
              Files.readString(
                  Path.of("/proc", Long.toString(processId), "stat"),
                  StandardCharsets.ISO_8859_1)));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  /**
   * Takes the line apart. The command's name, in parentheses, may itself contain blanks and
   * parentheses, so fields are counted from the last closing one.
   *
   * @throws IllegalArgumentException when the line is not of that form
   */
  public static ProcessStatistics parse(String line) {
    int open = line.indexOf('(');
    int close = line.lastIndexOf(')');
    String[] fields = close < 0 ? new String[0] : line.substring(close + 1).strip().split(" ");
    if (open < 2 || fields.length < 22) {
      throw new IllegalArgumentException("Not a line of /proc/PID/stat: " + line.strip());
    }
    return new ProcessStatistics(
        Long.parseLong(line.substring(0, open).strip()),
        fields[0].charAt(0),
        Long.parseLong(fields[11]),
        Long.parseLong(fields[12]),
        Long.parseLong(fields[19]),
        Long.parseLong(fields[21]));
  }

  /** Whether the process has ended and only waits for its parent to take notice. */
  public boolean ended() {
    return state == 'Z' || state == 'X';
  }

  /** Whether the process is frozen by a signal. */
  public boolean frozen() {
    return state == 'T' || state == 't';
  }

  /** Processor time, user and system together. */
  public Duration processorTime() {
    return Duration.ofMillis((userTicks + systemTicks) * 1000 / TICKS_PER_SECOND);
  }

  /** Memory in RAM, in bytes. */
  public long residentMemory() {
    return residentPages * PAGE_BYTES;
  }

  /** Which process this is. */
  public ProcessIdentity identity() {
    return new ProcessIdentity(processId, startTime);
  }
}
