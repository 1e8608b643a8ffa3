package org.quorate.report.sample;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.quorate.core.level.Level;
import org.quorate.study.result.WindowCounts;
import org.quorate.study.summary.BestDistance;
import org.quorate.study.summary.BestDistances;
import org.quorate.study.summary.CellFault;
import org.quorate.study.summary.CellWindows;
import org.quorate.study.summary.FaultPhase;
import org.quorate.study.summary.Mean;
import org.quorate.study.summary.StaticGain;
import org.quorate.study.summary.StudySummary;
import org.quorate.study.summary.WindowVerdict;

/** A sample study in which a node dies and comes back, and a link is slow, under three policies. */
public final class FaultSamples {
  private static final int SECONDS = 120;
  private static final int READS = 350;
  private static final double TOLERANCE = 0.01;
  private static final int[] STARTS = {0, 20, 80, SECONDS};
  private static final String QUORATE = "random-read 1%";

  private FaultSamples() {}

  /** The policies of a kill and return, each with every window of its time. */
  public static StudySummary faults() {
    SampleStudy study =
        new SampleStudy(21)
            .factor("fault", "death", "slow-link")
            .factor("policy", "ONE", "QUORUM", QUORATE);
    study.seconds = SECONDS;
    study.repetitions = 2;
    study.offered = 700.0;
    study.watched = false;
    Random random = new Random(5);
    for (Map<String, String> cell : study.cells()) {
      study.windows.put(cell, windows(cell, random));
    }
    Map<String, String> policy = new LinkedHashMap<>(Map.of("fault", "death"));
    policy.put("policy", QUORATE);
    Map<String, String> level = new LinkedHashMap<>(policy);
    level.put("policy", "QUORUM");
    Mean same = new Mean(1, 0.998, 1.002, 2);
    study.staticGains.add(
        new StaticGain(
            policy,
            TOLERANCE,
            new Mean(0.0011, 0.0008, 0.0014, 2),
            null,
            2,
            level,
            new Mean(0, 0, 0.00004, 2),
            true,
            2,
            same,
            same,
            new Mean(0.56, 0.55, 0.57, 2),
            false));
    policy.put("fault", "slow-link");
    study.staticGains.add(
        new StaticGain(
            policy,
            TOLERANCE,
            new Mean(0.0011, Double.NaN, Double.NaN, 1),
            null,
            2,
            null,
            null,
            true,
            0,
            null,
            null,
            null,
            false));
    study.distances = distances();
    return SampleTexts.with(
        SampleSummaries.of(study),
        List.of(
            "With fault death, random-read 1% asked 44 % fewer replicas for a read (43 to 45 %)"
                + " than QUORUM, the cheapest fixed level that keeps its tolerance, and kept it:"
                + " 0.11 % of reads stale (0.08 to 0.14 %).",
            "It asked 1.12 replicas for a read against 2.00 at QUORUM by the levels that were sent,"
                + " where no stale read was seen, and had 1.00 times as many reads that succeeded; 95 %"
                + " intervals over 2 pairs of runs."),
        List.of());
  }

  private static BestDistances distances() {
    Map<String, String> policy = new LinkedHashMap<>(Map.of("fault", "death"));
    policy.put("policy", QUORATE);
    return new BestDistances(
        List.of(
            new BestDistance(
                policy,
                TOLERANCE,
                List.of("ONE", "QUORUM"),
                2,
                new Mean(1.12, 1.11, 1.13, 2),
                new Mean(1.05, 1.04, 1.06, 2),
                new Mean(1.08, 1.07, 1.09, 2),
                new Mean(1.02, 1.01, 1.03, 2),
                new Mean(0.0667, 0.0571, 0.0763, 2),
                new Mean(0.037, -0.001, 0.075, 2))),
        List.of(
            "How far random-read 1%, fault slow-link is from the best possible policy is not known:"
                + " no level of one replica is run in the same setting, whose reads it is computed"
                + " from."));
  }

  private static CellWindows windows(Map<String, String> cell, Random random) {
    boolean death = "death".equals(cell.get("fault"));
    String policy = cell.getOrDefault("policy", "ONE");
    SortedMap<Integer, WindowCounts> seconds = new TreeMap<>();
    for (int second = 0; second < SECONDS; second++) {
      seconds.put(second, second(death, policy, second, random));
    }
    seconds.remove(57);
    List<CellFault> faults =
        death
            ? List.of(
                new CellFault("node3 killed", 20.1, 20.2, 87.8),
                new CellFault("hints throttled 10KiB/s", 20.2, 20.3, 20.3),
                new CellFault("node3 started", 80.1, 87.8, 87.8))
            : List.of(
                new CellFault("links of node3 100ms", 20.1, 20.1, 80.1),
                new CellFault("node3 healed", 80.1, 80.1, 80.1),
                new CellFault("load x2", 118, 118, 118));
    List<FaultPhase> phases = new ArrayList<>();
    for (int i = 0; i + 1 < STARTS.length; i++) {
      String name = i == 0 ? "before" : faults.get(i == 1 ? 0 : faults.size() - 1).words();
      phases.add(phase(i, name, sum(seconds, STARTS[i], STARTS[i + 1])));
    }
    return new CellWindows(
        TOLERANCE,
        List.of(verdict(seconds, 1), verdict(seconds, 10)),
        SECONDS + 0.02,
        seconds,
        times(death, policy, seconds.keySet(), random),
        around(sum(seconds, 0, SECONDS).replicaReadsPerRead()),
        faults,
        phases);
  }

  private static SortedMap<Integer, Double> times(
      boolean death, String policy, Set<Integer> seconds, Random random) {
    SortedMap<Integer, Double> times = new TreeMap<>();
    for (int second : seconds) {
      boolean dying = death && (second == 20 || second == 21);
      boolean late = !death && second >= 20 && second < 80;
      double weak = policy.equals("QUORUM") ? 21 : 12;
      times.put(second, (dying ? 2_000 : late ? 205 : weak) * (1 + 0.2 * random.nextDouble()));
    }
    return times;
  }

  private static WindowCounts second(boolean death, String policy, int second, Random random) {
    boolean catchingUp = second >= 86 && second < 98 && death;
    boolean late = !death && second >= 20 && second < 80;
    int reads = READS + random.nextInt(30) - 15;
    double weak = policy.equals("ONE") ? 1 : policy.equals("QUORUM") ? 0 : catchingUp ? 0.35 : 0.96;
    double risk = catchingUp ? 0.17 : late ? 0.008 : 0.0004;
    long atOne = Math.round(reads * weak);
    long stale = 0;
    for (int i = 0; i < atOne; i++) {
      stale += random.nextDouble() < risk * (weak == 1 ? 1 : 0.05) ? 1 : 0;
    }
    boolean dying = death && (second == 20 || second == 21);
    long failed = dying ? 12 + random.nextInt(20) : 0;
    Map<Level, Long> sent = new EnumMap<>(Level.class);
    if (atOne > 0) {
      sent.put(Level.ONE, atOne);
    }
    if (atOne < reads) {
      sent.put(Level.QUORUM, reads - atOne);
    }
    return new WindowCounts(
        reads - failed, stale, failed, READS, failed / 2, sent, atOne + 2 * (reads - atOne));
  }

  private static WindowCounts sum(SortedMap<Integer, WindowCounts> seconds, int from, int to) {
    return seconds.subMap(from, to).values().stream().reduce(WindowCounts.NONE, WindowCounts::plus);
  }

  private static WindowVerdict verdict(SortedMap<Integer, WindowCounts> seconds, int width) {
    long broken = 0;
    for (int from = 0; from < SECONDS; from += width) {
      broken += WindowVerdict.isBroken(sum(seconds, from, from + width), TOLERANCE) ? 1 : 0;
    }
    double kept = 1 - (double) broken * width / SECONDS;
    return new WindowVerdict(
        width,
        TOLERANCE,
        2L * SECONDS / width,
        2 * broken,
        new Mean(kept, Math.max(0, kept - 0.02), kept, 2));
  }

  private static FaultPhase phase(int index, String name, WindowCounts counts) {
    return new FaultPhase(
        index + 1,
        name,
        STARTS[index],
        STARTS[index + 1],
        counts,
        around(counts.staleRate()),
        around(counts.replicaReadsPerRead()),
        around((double) (counts.reads() + counts.writes()) / (STARTS[index + 1] - STARTS[index])),
        around(12 + index),
        index == 1 ? null : around(14));
  }

  private static Mean around(double mean) {
    return new Mean(mean, mean * 0.98, mean * 1.02, 2);
  }
}
