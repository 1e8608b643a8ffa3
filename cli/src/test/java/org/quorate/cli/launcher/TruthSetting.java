package org.quorate.cli.launcher;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.quorate.cli.house.House;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.core.level.Level;
import org.quorate.core.random.SeededRandom;
import org.quorate.core.workload.Workload;
import org.quorate.core.workload.WorkloadProperties;

/**
 * A load and links that an observer is held to.
 *
 * @param number from 1
 * @param delay of every link, one way; {@code none}, or as {@link DelayDistribution#parse} has it
 * @param perSecond operations, as a Poisson process
 * @param workload of YCSB, by its letter
 * @param requests how popular rows are; that of the workload where this is empty
 * @param writeLevel reads are at ONE
 * @param sessions that the operations are sent through
 */
record TruthSetting(
    int number,
    String delay,
    int perSecond,
    String workload,
    String requests,
    Level writeLevel,
    int sessions) {
  private static final List<String> DELAYS = List.of("none", "5ms", "lognormal 5ms 0.8");
  private static final List<String> WORKLOADS = List.of("a", "b", "d");
  private static final List<String> DISTRIBUTIONS = List.of("uniform", "zipfian-exact");
  private static final List<Level> WRITE_LEVELS = List.of(Level.ONE, Level.QUORUM);
  private static final List<Integer> SESSIONS = List.of(1, 4);

  /**
   * So many settings. Every value of a factor is in as many of them as any other, or one fewer;
   * which go together is drawn, factor by factor.
   *
   * @param rates operations per second
   */
  static List<TruthSetting> drawn(long seed, int count, List<Integer> rates) {
    List<String> delays = drawn(seed, 0, count, DELAYS);
    List<Integer> arrivals = drawn(seed, 1, count, rates);
    List<String> workloads = drawn(seed, 2, count, WORKLOADS);
    List<String> distributions = drawn(seed, 3, count, DISTRIBUTIONS);
    List<Level> levels = drawn(seed, 4, count, WRITE_LEVELS);
    List<Integer> sessions = drawn(seed, 5, count, SESSIONS);
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                new TruthSetting(
                    i + 1,
                    delays.get(i),
                    arrivals.get(i),
                    workloads.get(i),
                    // D is about its newest rows, or it is not D.
                    workloads.get(i).equals("d") ? "" : distributions.get(i),
                    levels.get(i),
                    sessions.get(i)))
        .toList();
  }

  private static <T> List<T> drawn(long seed, int factor, int count, List<T> values) {
    SeededRandom random = SeededRandom.stream(seed, factor);
    List<T> left = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      left.add(values.get(i % values.size()));
    }
    List<T> drawn = new ArrayList<>();
    while (!left.isEmpty()) {
      drawn.add(left.remove((int) random.nextLong(left.size())));
    }
    return drawn;
  }

  /** The delay of every link. */
  DelayDistribution linkDelay() {
    return delay.equals("none") ? DelayDistribution.NONE : DelayDistribution.parse(delay);
  }

  /** A table of its own. */
  String table() {
    return "setting" + number;
  }

  /** The load, on 1,000 rows at first. */
  Workload load() throws IOException {
    Path file = House.root().resolve("workloads").resolve("workload" + workload);
    try (Reader reader = Files.newBufferedReader(file)) {
      WorkloadProperties properties =
          WorkloadProperties.empty()
              .withFile(file.toString(), reader)
              .withOverride("table=" + table())
              .withOverride("recordcount=1000")
              .withOverride("operationcount=0");
      return (requests.isEmpty()
              ? properties
              : properties.withOverride("requestdistribution=" + requests))
          .workload();
    }
  }

  /** In a few words. */
  String words() {
    return "%2d: links %s, %d/s, %s%s, writes %s, %d session%s"
        .formatted(
            number,
            delay,
            perSecond,
            workload.toUpperCase(Locale.ROOT),
            requests.isEmpty() ? "" : " " + requests,
            writeLevel,
            sessions,
            sessions == 1 ? "" : "s");
  }
}
