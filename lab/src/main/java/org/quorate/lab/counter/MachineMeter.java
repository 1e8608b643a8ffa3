package org.quorate.lab.counter;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.process.ProcessIdentity;
import org.quorate.lab.process.ProcessStatistics;
import org.quorate.study.result.MachineResult;

/**
 * Measures how busy the whole machine is and who makes it so, from {@code /proc/stat} and {@code
 * /proc/PID/stat} (to one hundredth of a second). Shares are of the time of all logical processors.
 * Thread-safe.
 *
 * <p>Time that a hypervisor gave to others counts as busy, for it was not to be had here. A process
 * of the links that ended between two readings is missed.
 */
public final class MachineMeter {
  private static final Path STAT = Path.of("/proc/stat");
  private static final double TICKS_PER_SECOND = 100;

  private final Supplier<List<ProcessIdentity>> linkProcesses;

  /**
   * @param linkProcesses processes of their own that serve the links now
   */
  public MachineMeter(Supplier<List<ProcessIdentity>> linkProcesses) {
    this.linkProcesses = linkProcesses;
  }

  /** A meter for clusters without links of their own. */
  public static MachineMeter withoutLinks() {
    return new MachineMeter(List::of);
  }

  /** Reads everything now; takes well under a millisecond. */
  public MachineReading read() {
    MachineTimes times;
    try {
      times = MachineTimes.parse(Files.readString(STAT));
    } catch (IOException e) {
      throw new UncheckedIOException(STAT + " cannot be read; the lab needs Linux.", e);
    }
    Map<ProcessIdentity, Long> processes = new HashMap<>();
    for (ProcessIdentity process : linkProcesses.get()) {
      process.statistics().ifPresent(statistics -> processes.put(process, ticks(statistics)));
    }
    long own =
        ProcessStatistics.read(ProcessHandle.current().pid()).map(MachineMeter::ticks).orElse(0L);
    return new MachineReading(times, own, processes);
  }

  private static long ticks(ProcessStatistics statistics) {
    return statistics.userTicks() + statistics.systemTicks();
  }

  /**
   * The shares of the time between two readings.
   *
   * @param serverSeconds processor time that all servers took between them, or null where that is
   *     not known
   */
  public static MachineResult between(
      MachineReading before, MachineReading after, @Nullable Double serverSeconds) {
    double total = after.times().total() - before.times().total();
    double idle = after.times().idle() - before.times().idle();
    double links = growth(before.linkProcesses(), after.linkProcesses());
    double own = after.own() - before.own();
    return new MachineResult(
        after.times().cores(),
        share(total - idle, total),
        share(own, total),
        serverSeconds == null
            ? null
            : Double.valueOf(share(serverSeconds * TICKS_PER_SECOND, total)),
        share(links, total));
  }

  /** Share of all time that a hypervisor gave to others, 0 to 1. */
  public static double stolenShare(MachineReading before, MachineReading after) {
    double stolen = after.times().stolen() - before.times().stolen();
    double total = after.times().total() - before.times().total();
    return share(stolen, total);
  }

  private static <K> double growth(Map<K, Long> before, Map<K, Long> after) {
    return after.entrySet().stream()
        .mapToLong(entry -> entry.getValue() - before.getOrDefault(entry.getKey(), 0L))
        .sum();
  }

  private static double share(double part, double total) {
    return total <= 0 ? 0 : Math.min(1, Math.max(0, part / total));
  }
}
