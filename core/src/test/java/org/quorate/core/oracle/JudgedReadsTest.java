package org.quorate.core.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.quorate.core.history.OperationTag;
import org.quorate.core.history.OperationType;
import org.quorate.core.history.Outcome;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.recency.RecentWrites;
import org.quorate.core.yardstick.ReadAgeClasses;
import org.quorate.core.yardstick.ReadCells;
import org.quorate.core.yardstick.RunReads;
import org.quorate.core.yardstick.YardstickTally;

/** What the oracle tells while it judges, and what the yardstick counts of it. */
class JudgedReadsTest {
  private static final int HISTORIES = 3_000;
  private static final int GROUPS = 3;

  /** Histories in which an instant is 0.3 s, so that there are several seconds. */
  private static List<Operation> history(long seed) {
    long scale = 300_000_000L;
    return RandomHistory.of(seed).stream()
        .map(
            o ->
                new Operation(
                    o.type(),
                    o.key(),
                    o.version(),
                    o.invoke() * scale,
                    o.outcome() == Outcome.TIMEOUT ? o.complete() : o.complete() * scale,
                    o.client(),
                    o.level(),
                    o.outcome(),
                    o.group()))
        .toList();
  }

  private static boolean isStale(Operation read, List<Operation> all) {
    return !new BruteForce(List.of(read), all).versionsBehind.isEmpty();
  }

  private static long age(Operation read, List<Operation> all) {
    return all.stream()
        .filter(o -> o.type() == OperationType.WRITE && o.outcome() == Outcome.OK)
        .filter(o -> o.key() == read.key() && o.complete() < read.invoke())
        .mapToLong(o -> read.invoke() - o.complete())
        .min()
        .orElse(RecentWrites.NEVER_WRITTEN);
  }

  private static List<Operation> reads(List<Operation> history) {
    return history.stream()
        .filter(o -> o.type() == OperationType.READ && o.outcome() == Outcome.OK)
        .toList();
  }

  @Test
  void everyJudgedReadIsToldOnceWithItsAgeAndKeyByKey() {
    for (long seed = 0; seed < HISTORIES; seed++) {
      List<Operation> history = history(seed);
      List<String> told = new ArrayList<>();
      int[] keys = {0};
      Oracle oracle =
          new Oracle(
              0,
              List.of(),
              new JudgedReads() {
                private long last = Long.MIN_VALUE;

                @Override
                public void read(long tag, long invokeNanos, long nanosSinceWrite, boolean stale) {
                  assertThat(invokeNanos).isGreaterThanOrEqualTo(last);
                  last = invokeNanos;
                  told.add(line(OperationTag.group(tag), invokeNanos, nanosSinceWrite, stale));
                }

                @Override
                public void keyEnds() {
                  last = Long.MIN_VALUE;
                  keys[0]++;
                }
              });
      oracle.add(Operation.log(history));

      assertThat(told)
          .as("seed %d", seed)
          .containsExactlyInAnyOrderElementsOf(
              reads(history).stream()
                  .map(
                      read ->
                          line(
                              read.group(),
                              read.invoke(),
                              age(read, history),
                              isStale(read, history)))
                  .toList());
      assertThat(keys[0]).isEqualTo(reads(history).stream().map(Operation::key).distinct().count());
    }
  }

  private static String line(int group, long invoke, long age, boolean stale) {
    return group + " " + invoke + " " + age + " " + stale;
  }

  @Test
  void theYardstickCountsKeysBySecondAndByAge() {
    for (long seed = 0; seed < HISTORIES; seed++) {
      List<Operation> history = history(seed);
      Map<Integer, Long> starts = new HashMap<>();
      for (int group = 0; group < GROUPS; group++) {
        starts.put(group, 100_000_000L * group);
      }
      YardstickTally tally = new YardstickTally(starts);
      new Oracle(0, List.of(), tally).add(Operation.log(history));
      for (int group = 0; group < GROUPS; group++) {
        int wanted = group;
        List<Operation> own =
            reads(history).stream().filter(read -> read.group() == wanted).toList();

        assertThat(tally.of(group))
            .as("seed %d, group %d", seed, group)
            .isEqualTo(new RunReads(cells(own, history, 100_000_000L * group), ages(own, history)));
      }
    }
  }

  private static ReadCells cells(List<Operation> reads, List<Operation> history, long start) {
    Map<String, long[]> cells = new HashMap<>();
    for (Operation read : reads) {
      long second = Math.floorDiv(read.invoke() - start, 1_000_000_000L);
      long[] cell = cells.computeIfAbsent(read.key() + "/" + second, any -> new long[2]);
      cell[0]++;
      cell[1] += isStale(read, history) ? 1 : 0;
    }
    Set<ReadCells.Alike> alike = new HashSet<>();
    for (long[] cell : cells.values()) {
      long as = cells.values().stream().filter(o -> o[0] == cell[0] && o[1] == cell[1]).count();
      alike.add(new ReadCells.Alike(cell[0], cell[1], as));
    }
    return new ReadCells(
        alike.stream()
            .sorted(
                Comparator.comparingLong(ReadCells.Alike::reads)
                    .thenComparingLong(ReadCells.Alike::staleReads))
            .toList());
  }

  private static ReadAgeClasses ages(List<Operation> reads, List<Operation> history) {
    Map<Integer, long[]> ages = new TreeMap<>();
    for (Operation read : reads) {
      long ofKey = reads.stream().filter(other -> other.key() == read.key()).count();
      int keyClass =
          ofKey >= 32 ? 5 : ofKey >= 16 ? 4 : ofKey >= 8 ? 3 : ofKey >= 4 ? 2 : ofKey >= 2 ? 1 : 0;
      int bin = AgeBins.of(age(read, history));
      long[] counts = ages.computeIfAbsent(keyClass * AgeBins.COUNT + bin, any -> new long[2]);
      counts[0]++;
      counts[1] += isStale(read, history) ? 1 : 0;
    }
    return new ReadAgeClasses(
        ages.entrySet().stream()
            .map(
                age ->
                    new ReadAgeClasses.OfAge(
                        age.getKey() / AgeBins.COUNT,
                        age.getKey() % AgeBins.COUNT,
                        age.getValue()[0],
                        age.getValue()[1]))
            .toList());
  }

  @Test
  void runsThatAreNotToBeCountedAreLeftOut() {
    YardstickTally tally = new YardstickTally(Map.of(1, 0L));
    new Oracle(0, List.of(), tally)
        .add(
            Operation.log(
                List.of(
                    Operation.read(1, 1, 5, 6, 0),
                    Operation.read(1, 1, 5, 6, 0).in(1),
                    Operation.read(1, 1, 5, 6, 0).in(7))));

    assertThat(tally.of(1).cells().cells()).containsExactly(new ReadCells.Alike(1, 0, 1));
  }
}
