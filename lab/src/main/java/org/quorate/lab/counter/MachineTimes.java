package org.quorate.lab.counter;

/**
 * The first line and the processor lines of {@code /proc/stat}: what all processors together did
 * since the machine started, in clock ticks.
 *
 * @param cores logical processors that are online
 * @param total all time, what a hypervisor gave to others included
 * @param idle time with nothing to do, waiting for a disk included
 * @param stolen time that a hypervisor gave to others while there was something to do here
 */
public record MachineTimes(int cores, long total, long idle, long stolen) {
  /** user, nice, system, idle, iowait, irq, softirq, steal; guest time is in user already. */
  private static final int FIELDS = 8;

  private static final int IDLE = 3;
  private static final int IOWAIT = 4;
  private static final int STEAL = 7;

  /**
   * Takes the text of the file apart.
   *
   * @throws IllegalArgumentException when it is not of that form
   */
  public static MachineTimes parse(String text) {
    int cores = 0;
    long[] fields = new long[FIELDS];
    boolean found = false;
    for (String line : text.lines().toList()) {
      if (line.startsWith("cpu ")) {
        String[] parts = line.substring(4).strip().split(" +", -1);
        for (int i = 0; i < Math.min(FIELDS, parts.length); i++) {
          fields[i] = Long.parseLong(parts[i]);
        }
        found = parts.length > IDLE;
      } else if (line.startsWith("cpu")) {
        cores++;
      }
    }
    if (!found || cores == 0) {
      throw new IllegalArgumentException("Not the form of /proc/stat: " + text.lines().findFirst());
    }
    long total = 0;
    for (long field : fields) {
      total += field;
    }
    return new MachineTimes(cores, total, fields[IDLE] + fields[IOWAIT], fields[STEAL]);
  }
}
