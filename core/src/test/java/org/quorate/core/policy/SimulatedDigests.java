package org.quorate.core.policy;

import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.core.random.SeededRandom;
import org.quorate.core.recency.AccessSketch;
import org.quorate.core.recency.KeyPlace;

/**
 * The table and the twenty processes of {@link SimulatedFleet}, each of which tells once in a
 * period, as all others do, what keys it has written since. Nothing is decided here: counted is
 * what a policy could do at best that can tell reads apart by digests, or by something else, with
 * reads at ONE and at ALL.
 */
final class SimulatedDigests {
  private static final int PROCESSES = 20;
  private static final int REPLICAS = 3;
  private static final double REMEMBERED = 60e9;

  /** Reads in cells, within which a policy cannot tell them apart. */
  static final class Cells {
    private final double[] reads;
    private final double[] stale;

    private Cells(int cells) {
      reads = new double[cells];
      stale = new double[cells];
    }

    private void add(int cell, double chance) {
      reads[cell]++;
      stale[cell] += chance;
    }

    /** Of all reads, those in a cell; and those in a cell that are stale if sent at ONE. */
    double share(int cell) {
      return reads[cell] / Arrays.stream(reads).sum();
    }

    double stale(int cell) {
      return stale[cell] / Arrays.stream(reads).sum();
    }

    /** Replicas asked for a read where the stalest cells are raised until 1 % is stale. */
    double replicaReads() {
      Integer[] stalest = IntStream.range(0, reads.length).boxed().toArray(Integer[]::new);
      Arrays.sort(stalest, Comparator.comparingDouble(cell -> -stale[cell] / reads[cell]));
      double all = Arrays.stream(reads).sum();
      double excess = Arrays.stream(stale).sum() - 0.01 * all;
      double raised = 0;
      for (int i = 0; i < stalest.length && excess > 0; i++) {
        raised += reads[stalest[i]] * Math.min(1, excess / stale[stalest[i]]);
        excess -= stale[stalest[i]];
      }
      return 1 + (REPLICAS - 1) * raised / all;
    }
  }

  /** By whether a key is in a digest of the latest period; and by how many of late have it too. */
  final Cells byDigest = new Cells(2);

  final Cells byDigests = new Cells(8 * Integer.SIZE);

  /**
   * By the class of a process that hears nothing; by true rates; by true ages of the last write.
   */
  final Cells byClass = new Cells(KeyPlace.CLASSES);

  final Cells byRate = new Cells(8 * Integer.SIZE);
  final Cells byAge = new Cells(1_000);

  /** Keys in no digest of when a replica was away; others that are in one of later; the rest. */
  final Cells byMissed = new Cells(3);

  /** By how likely it lacks a key, from true rates, in hundredths. */
  final Cells byChance = new Cells(101);

  private final RandomGenerator random;
  private final DelayDistribution delay = DelayDistribution.parse("lognormal 10ms 0.8");
  private final double[] cumulated;
  private final double[] writesPerNano;
  private final double perSecond;
  private final long period;
  private final long[][] arrivals;
  private final WrittenKeyDigest[] digests = new WrittenKeyDigest[PROCESSES];
  private final int[] latest;
  private final double[] remembered;
  private final AccessSketch sketch = new AccessSketch(1);
  private final BitSet missed = new BitSet();
  private final BitSet renewed = new BitSet();
  private long now;
  private long periods;
  private long back;

  SimulatedDigests(double[] weights, double perSecond, Duration period) {
    this.random = SeededRandom.stream(3, 0);
    this.perSecond = perSecond;
    this.period = period.toNanos();
    arrivals = new long[weights.length][REPLICAS];
    cumulated = weights.clone();
    Arrays.parallelPrefix(cumulated, Double::sum);
    double scale = perSecond / 2e9 / cumulated[weights.length - 1];
    writesPerNano = Arrays.stream(weights).map(weight -> weight * scale).toArray();
    latest = new int[weights.length];
    remembered = new double[weights.length];
    Arrays.setAll(digests, any -> new WrittenKeyDigest());
  }

  private static int quarters(double value) {
    return (int) (4 * Math.log(value) / Math.log(2));
  }

  /** All replicas get all writes; a digest is heard at once. Reads count after a minute. */
  SimulatedDigests run(Duration measured) {
    while (now < REMEMBERED + measured.toNanos()) {
      int process = next();
      int key = SimulatedTable.draw(cumulated, random);
      long hash = SeededRandom.mix(key);
      if (process == 0) {
        sketch.add(hash);
      }
      if (random.nextBoolean()) {
        write(key, process);
      } else if (now >= REMEMBERED) {
        double chance = lacking(key, now);
        int isInLatest = Math.min(1, latest[key]);
        byDigest.add(isInLatest, chance);
        byDigests.add(2 * quarters(1 + remembered[key]) + isInLatest, chance);
        byClass.add(KeyPlace.keyClass(sketch.place(hash)), chance);
        byRate.add(quarters(1e18 * writesPerNano[key]), chance);
        long age = now - Arrays.stream(arrivals[key]).min().orElseThrow();
        byAge.add((int) Math.min(999, age / 1_000_000), chance);
      }
    }
    return this;
  }

  /**
   * From half a period on a replica gets no write for some time, and is back; reads count from then
   * on, and stale ones that it answers. All digests are heard a period later.
   */
  SimulatedDigests away(Duration away, Duration measured) {
    back = period / 2 + away.toNanos();
    while (now < back + measured.toNanos()) {
      int process = next();
      int key = SimulatedTable.draw(cumulated, random);
      if (random.nextBoolean()) {
        write(key, process);
      } else if (now >= back) {
        double chance = lacking(key, Long.MAX_VALUE - 1);
        boolean isAllHeard = periods > back / period + 1;
        int orLater = isAllHeard && renewed.get(key) ? 1 : 2;
        byMissed.add(isAllHeard && !missed.get(key) ? 0 : orLater, chance);
        double writtenThen = -Math.expm1(-writesPerNano[key] * away.toNanos());
        double notSince = Math.exp(-writesPerNano[key] * (now - back));
        byChance.add((int) (100 * writtenThen * notSince), chance);
      }
    }
    return this;
  }

  private int next() {
    now += (long) (random.nextExponential() / perSecond * 1e9);
    while (now >= (periods + 1) * period) {
      tell();
    }
    return random.nextInt(PROCESSES);
  }

  private void write(int key, int process) {
    int up = now >= period / 2 && now < back ? REPLICAS - 1 : REPLICAS;
    int first = random.nextInt(up);
    Arrays.fill(arrivals[key], Long.MAX_VALUE);
    for (int replica = 0; replica < up; replica++) {
      arrivals[key][replica] = replica == first ? now : now + delay.sampleNanos(random);
    }
    digests[process].add(SeededRandom.mix(key));
  }

  private double lacking(int key, long at) {
    return (double) Arrays.stream(arrivals[key]).filter(arrival -> arrival > at).count() / REPLICAS;
  }

  private void tell() {
    for (int key = 0; key < remembered.length; key++) {
      long hash = SeededRandom.mix(key);
      latest[key] = (int) Arrays.stream(digests).filter(each -> each.mayHave(hash)).count();
      remembered[key] += latest[key] - remembered[key] * period / REMEMBERED;
      missed.set(key, missed.get(key) || (latest[key] > 0 && periods * period < back));
      renewed.set(key, renewed.get(key) || (latest[key] > 0 && (periods - 1) * period >= back));
    }
    periods++;
    Arrays.setAll(digests, any -> new WrittenKeyDigest());
    sketch.maintain(now);
  }
}
