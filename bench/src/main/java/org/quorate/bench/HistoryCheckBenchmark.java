package org.quorate.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.quorate.core.history.HistoryFormat;
import org.quorate.core.history.OperationLog;
import org.quorate.core.history.OperationTag;
import org.quorate.core.history.OperationType;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;
import org.quorate.load.history.HistoryRecorder;
import org.quorate.load.history.LaneHistory;
import org.quorate.study.history.HistoryCheck;
import org.quorate.study.history.HistoryCheckOptions;
import org.quorate.study.history.HistoryVerdict;

/**
 * How many operations per second a recorded history is checked at, from the file to the verdict,
 * and what recording one costs.
 *
 * <p>Argument: millions of operations (default 10). Makes a history of skewed reads and writes of
 * up to a million keys by 64 clients, with seeded random numbers; records it plain and with gzip,
 * in order and shuffled; then checks each file twice and prints the second time, once within memory
 * and once with so little of it that temporary files are used. Processor time is that of all
 * threads, those of the collector and the compiler included.
 */
public final class HistoryCheckBenchmark {
  private static final int KEYS = 1_000_000;
  private static final int CLIENTS = 64;
  private static final double SKEW = 4;
  private static final double STALE_SHARE = 0.02;
  private static final long LITTLE_MEMORY = 64L << 20;
  private static final double MILLION = 1e6;

  private HistoryCheckBenchmark() {}

  public static void main(String[] arguments) throws IOException {
    int millions = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10;
    Path folder = Files.createTempDirectory("history-check-benchmark");
    try {
      OperationLog log = history(millions * 1_000_000);
      int[] inOrder = new int[log.size()];
      for (int i = 0; i < inOrder.length; i++) {
        inOrder[i] = i;
      }
      int[] shuffled = shuffle(inOrder.clone());
      for (String name : List.of("plain.csv", "gzip.csv.gz")) {
        Path ordered = record(folder.resolve("ordered-" + name), log, inOrder);
        check(ordered, HistoryCheckOptions.defaults());
        check(
            ordered,
            HistoryCheckOptions.defaults().with(draft -> draft.memoryBytes = LITTLE_MEMORY));
        Path mixed = record(folder.resolve("shuffled-" + name), log, shuffled);
        check(mixed, HistoryCheckOptions.defaults());
      }
    } finally {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  /** Clients in a closed loop; most reads return the newest version, some the one before. */
  private static OperationLog history(int operations) {
    SplittableRandom random = new SplittableRandom(42);
    OperationLog log = new OperationLog();
    long[] newest = new long[KEYS];
    long[] before = new long[KEYS];
    long[] clientNanos = new long[CLIENTS];
    long version = 1_700_000_000_000_000L;
    for (int i = 0; i < operations; i++) {
      int client = i % CLIENTS;
      long invoke = clientNanos[client] + random.nextInt(20_000);
      long complete = invoke + 200_000 + random.nextInt(1_000_000);
      clientNanos[client] = complete;
      int key = (int) (KEYS * Math.pow(random.nextDouble(), SKEW));
      long number = (key * 0x9E3779B97F4A7C15L) >>> 1;
      if (random.nextBoolean()) {
        before[key] = newest[key];
        newest[key] = ++version;
        log.add(number, version, invoke, complete, tag(OperationType.WRITE, client));
      } else {
        long returned = random.nextDouble() < STALE_SHARE ? before[key] : newest[key];
        long shown = returned == 0 ? HistoryFormat.NO_VERSION : returned;
        log.add(number, shown, invoke, complete, tag(OperationType.READ, client));
      }
    }
    return log;
  }

  private static long tag(OperationType type, int client) {
    return OperationTag.of(type, Outcome.OK, Level.ONE, client);
  }

  private static int[] shuffle(int[] order) {
    SplittableRandom random = new SplittableRandom(43);
    for (int i = order.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int swap = order[i];
      order[i] = order[other];
      order[other] = swap;
    }
    return order;
  }

  private static Path record(Path file, OperationLog log, int[] order) throws IOException {
    long start = System.nanoTime();
    long processorStart = processorNanos();
    HistoryRecorder recorder = HistoryRecorder.open(file, 1, System::nanoTime);
    LaneHistory lane = recorder.lane(0);
    for (int i : order) {
      long tag = log.tag(i);
      if (OperationTag.isWrite(tag)) {
        lane.write(
            log.key(i),
            log.version(i),
            log.invokeNanos(i),
            log.completeNanos(i),
            OperationTag.client(tag),
            Level.ONE,
            Outcome.OK);
      } else {
        lane.read(
            log.key(i),
            log.version(i),
            log.invokeNanos(i),
            log.completeNanos(i),
            OperationTag.client(tag),
            Level.ONE,
            Outcome.OK);
      }
    }
    recorder.close();
    print("record", file, log.size(), start, processorStart, Files.size(file) / MILLION + " MB");
    return file;
  }

  private static void check(Path file, HistoryCheckOptions options) throws IOException {
    HistoryCheck.check(List.of(file), options);
    long start = System.nanoTime();
    long processorStart = processorNanos();
    HistoryVerdict verdict = HistoryCheck.check(List.of(file), options);
    print(
        "check",
        file,
        verdict.judgement().total().operations(),
        start,
        processorStart,
        (verdict.temporaryFiles() ? "temporary files, " : "in memory, ")
            + verdict.all().staleReads()
            + " stale reads");
  }

  private static void print(
      String what, Path file, long operations, long start, long processorStart, String remark) {
    double seconds = (System.nanoTime() - start) / 1e9;
    double processorSeconds = (processorNanos() - processorStart) / 1e9;
    System.out.printf(
        "%-7s %-22s %,12.0f operations/s, %6.2f s, processor %.3f us per operation, %s%n",
        what,
        file.getFileName(),
        operations / seconds,
        seconds,
        processorSeconds * MILLION / operations,
        remark);
  }

  private static long processorNanos() {
    return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
        .getProcessCpuTime();
  }
}
