package org.quorate.core.evidence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.quorate.core.random.SeededRandom;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.recency.BetweenPairs;
import org.quorate.core.recency.ClassParts;
import org.quorate.core.recency.KeyPlace;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.RoundTrips;

/** Values that no process has seen. */
final class MadeUpEvidence {
  static final long TERMS = 42;
  static final BudgetWindow BUDGET = new BudgetWindow(Duration.ofMinutes(5), 0.01, 5_000, 40);

  private MadeUpEvidence() {}

  /** Of a process by its number. */
  static ProcessEvidence of(
      int process, long sequence, AgeCounts reads, AgedPairCounts pairs, ReplicaBehind... behind) {
    return new ProcessEvidence(
        new UUID(1, process),
        sequence,
        TERMS,
        reads,
        pairs,
        ClassParts.NONE,
        Double.NaN,
        RoundTrips.NONE,
        List.of(behind));
  }

  /** Of a process with many reads. */
  static ProcessEvidence of(int process, long sequence) {
    return of(process, sequence, counts(AgeBins.NEVER, 1_000), AgedPairCounts.NONE);
  }

  static AgeCounts counts(int bin, double count) {
    double[] counts = new double[AgeBins.COUNT];
    counts[bin] = count;
    return AgeCounts.of(counts);
  }

  /** Whatever chance gives, within what is plausible. */
  static ProcessEvidence random(SeededRandom random, int processes, int sequences) {
    AgeCounts compared = tally(random);
    double[] stale = new double[AgeBins.COUNT];
    for (int bin = 0; bin < AgeBins.COUNT; bin++) {
      stale[bin] = compared.count(bin) * random.nextDouble();
    }
    List<ReplicaBehind> behind = new ArrayList<>();
    for (int left = random.nextInt(3); left > 0; left--) {
      behind.add(
          new ReplicaBehind(
              new UUID(random.nextLong(), random.nextLong()), random.nextInt(1000), "It is bäck."));
    }
    return new ProcessEvidence(
        new UUID(1, random.nextInt(processes)),
        random.nextInt(sequences),
        random.nextLong(),
        tally(random),
        new AgedPairCounts(compared, AgeCounts.of(stale)),
        new BetweenPairs(90, 90 * random.nextDouble(), random.nextInt(90)),
        parts(random),
        random.nextBoolean() ? Double.NaN : 100 * random.nextDouble(),
        new RoundTrips(sample(random), sample(random)),
        waited(random.nextInt(17)),
        random.nextBoolean() ? Optional.of(BUDGET) : Optional.empty(),
        behind);
  }

  /** Times of pairs, in seconds. */
  static List<Double> waited(int count) {
    return DoubleStream.iterate(-0.01, each -> each + 0.005).limit(count).boxed().toList();
  }

  private static ClassParts parts(SeededRandom random) {
    return ClassParts.of(
        Stream.generate(
                () -> random.nextInt(KeyPlace.CLASSES) == 0 ? tally(random) : AgeCounts.NONE)
            .limit(KeyPlace.CLASSES)
            .toList());
  }

  private static AgeCounts tally(SeededRandom random) {
    double[] counts = new double[AgeBins.COUNT];
    for (int left = random.nextInt(60); left > 0; left--) {
      counts[random.nextInt(AgeBins.COUNT)] = 1e6 * random.nextDouble();
    }
    return AgeCounts.of(counts);
  }

  private static DelaySample sample(SeededRandom random) {
    return DelaySample.of(
        DoubleStream.generate(random::nextDouble).limit(random.nextInt(600)).boxed().toList());
  }
}
