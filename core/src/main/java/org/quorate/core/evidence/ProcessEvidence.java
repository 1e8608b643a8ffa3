package org.quorate.core.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.recency.BetweenPairs;
import org.quorate.core.recency.ClassParts;
import org.quorate.core.recency.PairTimes;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.Evidence;
import org.quorate.core.staleness.RoundTrips;

/**
 * What one process knows of one table at one moment, of its own: never what others have told it,
 * which would be counted twice. Tallies are of late, as {@link Evidence} has them: a read counts
 * for half after 30 s, a pair after 10 minutes, so that how many reads there are says how many the
 * process sends in a second (their sum times ln 2 / 30). Numbers are kept in the precision of a
 * {@code float}, and of round trips {@value #MOST_DELAYS} quantiles. Immutable.
 *
 * @param process chosen at random by each process when it starts
 * @param sequence grows with each value of a process, and across processes by about 1,000 a second:
 *     milliseconds of the process's wall clock at the publication, or one more than before where
 *     that clock stands or goes back. At least 0
 * @param terms hash of what makes tallies of two processes comparable, such as replicas and levels
 * @param reads by the age of the row's newest write by the process
 * @param pairs likewise
 * @param between what pairs at a level between the weakest and the safe one have shown
 * @param classes which parts of the reads are of keys of each class
 * @param othersWrites by other processes for each of this one; NaN where that is not known
 * @param roundTrips between replicas, without jitter, and as long as the process believes them to
 *     be by what pairs took, those of others too; how long requests take without them stays with
 *     the process
 * @param pairTimes how long its last pairs waited for all replicas, in seconds, the newest last;
 *     below 0 where they waited for none; at most {@link PairTimes#MOST}, and at most {@value
 *     #LONGEST_SECONDS} either way
 * @param budget of its error budget's window, where it keeps one
 * @param behind replicas that lack writes, as the process itself has seen; at most {@value
 *     #MOST_REPLICAS}
 */
public record ProcessEvidence(
    UUID process,
    long sequence,
    long terms,
    AgeCounts reads,
    AgedPairCounts pairs,
    BetweenPairs between,
    ClassParts classes,
    double othersWrites,
    RoundTrips roundTrips,
    List<Double> pairTimes,
    Optional<BudgetWindow> budget,
    List<ReplicaBehind> behind) {
  /** Delays of each of the two samples. */
  public static final int MOST_DELAYS = 64;

  /** Replicas that are behind; of more the rest is not told. */
  public static final int MOST_REPLICAS = 255;

  /** Reads of a minute at twenty thousand million a second. */
  private static final double MOST_READS = 1e12;

  /** No request waits for longer, so that no round trip is. */
  public static final double LONGEST_SECONDS = 60;

  /**
   * @throws IllegalArgumentException if a value is none that a process can have seen; the message
   *     says which, in words
   */
  public ProcessEvidence {
    require(sequence >= 0, "its sequence is negative");
    reads = rounded(reads);
    othersWrites = rounded(othersWrites);
    require(
        !(othersWrites < 0) && !Double.isInfinite(othersWrites),
        "how much others write is no number");
    pairs = new AgedPairCounts(rounded(pairs.compared()), rounded(pairs.stale()));
    between = rounded(between);
    roundTrips = new RoundTrips(rounded(roundTrips.slowest()), rounded(roundTrips.single()));
    pairTimes = pairTimes.stream().map(ProcessEvidence::rounded).toList();
    require(pairTimes.size() <= PairTimes.MOST, "it has too many times of pairs");
    require(
        pairTimes.stream().allMatch(each -> Math.abs(each) <= LONGEST_SECONDS),
        "a pair waited for longer than " + LONGEST_SECONDS + " s");
    behind = List.copyOf(behind);
    require(behind.size() <= MOST_REPLICAS, "it has too many replicas that are behind");
    for (int bin = 0; bin < AgeBins.COUNT; bin++) {
      require(
          pairs.stale().count(bin) <= pairs.compared().count(bin), "more pairs are stale than are");
    }
  }

  /** Where neither times of pairs nor a budget are known. */
  public ProcessEvidence(
      UUID process,
      long sequence,
      long terms,
      AgeCounts reads,
      AgedPairCounts pairs,
      ClassParts classes,
      double othersWrites,
      RoundTrips roundTrips,
      List<ReplicaBehind> behind) {
    this(
        process,
        sequence,
        terms,
        reads,
        pairs,
        BetweenPairs.NONE,
        classes,
        othersWrites,
        roundTrips,
        List.of(),
        Optional.empty(),
        behind);
  }

  /**
   * The same, with what the process's last pairs waited, cut to what can be told, and its budget.
   *
   * @param waited in seconds, the newest last
   */
  public ProcessEvidence with(List<Double> waited, Optional<BudgetWindow> window) {
    return new ProcessEvidence(
        process,
        sequence,
        terms,
        reads,
        pairs,
        between,
        classes,
        othersWrites,
        roundTrips,
        waited.stream()
            .map(each -> Math.max(-LONGEST_SECONDS, Math.min(LONGEST_SECONDS, each)))
            .toList(),
        window,
        behind);
  }

  /**
   * What a process knows itself. Pairs are counted by many threads while they are read, so that for
   * a moment there may be one more stale pair than there are: as many as there are count. Where
   * clocks hide what pairs look for, those that found nothing say nothing, to others either.
   */
  public static ProcessEvidence of(
      UUID process, long sequence, long terms, Evidence own, List<ReplicaBehind> behind) {
    return new ProcessEvidence(
        process,
        sequence,
        terms,
        own.reads(),
        possible(own.pairs(), own.clocksApart()),
        own.clocksApart() ? BetweenPairs.NONE : own.classes().between().possible(),
        ClassParts.of(own.classes().reads()),
        areClassesKnown(own) ? own.othersWrites() : Double.NaN,
        own.roundTrips(),
        List.of(),
        Optional.empty(),
        behind.subList(0, Math.min(MOST_REPLICAS, behind.size())));
  }

  /** Of a process that has just begun all reads count as of the hottest class. */
  private static boolean areClassesKnown(Evidence own) {
    return own.classes().hottestReads().total() < own.reads().total();
  }

  private static AgedPairCounts possible(AgedPairCounts pairs, boolean staleAlone) {
    double[] stale = new double[AgeBins.COUNT];
    for (int bin = 0; bin < AgeBins.COUNT; bin++) {
      stale[bin] = Math.min(pairs.stale().count(bin), pairs.compared().count(bin));
    }
    AgeCounts found = AgeCounts.of(stale);
    return new AgedPairCounts(staleAlone ? found : pairs.compared(), found);
  }

  private static double rounded(double value) {
    return (float) value;
  }

  private static AgeCounts rounded(AgeCounts counts) {
    double[] rounded = new double[AgeBins.COUNT];
    for (int bin = 0; bin < AgeBins.COUNT; bin++) {
      rounded[bin] = (float) counts.count(bin);
    }
    AgeCounts result = AgeCounts.of(rounded);
    require(result.total() <= MOST_READS, "it has more reads than there can be");
    return result;
  }

  private static BetweenPairs rounded(BetweenPairs pairs) {
    BetweenPairs rounded =
        new BetweenPairs(rounded(pairs.compared()), rounded(pairs.stale()), rounded(pairs.lost()));
    require(
        rounded.equals(rounded.possible()) && rounded.compared() + rounded.lost() <= MOST_READS,
        "pairs at a level between are none");
    return rounded;
  }

  private static DelaySample rounded(DelaySample sample) {
    DelaySample few = sample.few(MOST_DELAYS);
    List<Double> rounded = new ArrayList<>();
    for (int rank = 0; rank < few.size(); rank++) {
      rounded.add((double) (float) few.value(rank));
    }
    require(
        few.size() == 0 || few.value(few.size() - 1) <= LONGEST_SECONDS,
        "a round trip is longer than " + LONGEST_SECONDS + " s");
    return DelaySample.of(rounded);
  }

  private static void require(boolean plausible, String otherwise) {
    if (!plausible) {
      throw new IllegalArgumentException("Evidence is not plausible: " + otherwise + ".");
    }
  }

  /** The same, without the tallies, which say nothing where other terms hold. */
  ProcessEvidence withoutTallies() {
    return new ProcessEvidence(
        process,
        sequence,
        terms,
        AgeCounts.NONE,
        AgedPairCounts.NONE,
        ClassParts.NONE,
        Double.NaN,
        RoundTrips.NONE,
        behind);
  }
}
