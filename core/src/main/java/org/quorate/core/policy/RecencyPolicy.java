package org.quorate.core.policy;

import static org.quorate.core.policy.TolerancePolicy.percent;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.quorate.core.level.Level;
import org.quorate.core.quantity.Durations;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.recency.ClassCounts;
import org.quorate.core.staleness.Evidence;
import org.quorate.core.staleness.Observation;
import org.quorate.core.staleness.StaleByAge;
import org.quorate.core.staleness.StaleWhilePropagating;
import org.quorate.core.staleness.Visibility;

/**
 * Reads at the weakest level, but for those of rows that this process wrote a short time ago, which
 * are the ones that can be stale: they go out at a stronger level. How short is decided so that
 * what is left to be stale stays within nine tenths of the tolerance, by an upper bound (see {@link
 * StaleShare}). No rates, no keys and no model of the application's traffic are asked for.
 *
 * <p>What is raised goes out at the level that meets every write, or at a weaker one where these
 * reads, and what is left of the others, are stale within the tolerance together, and it costs no
 * more replica reads, though its window be longer. Where the weakest level meets every write,
 * nothing is raised.
 *
 * <p>Others may write the table too. Where pairs show that even reads of rows which this process
 * never wrote, or wrote long ago, are stale beyond the tolerance, or where others are known to
 * write so much that this is to be expected, {@link Kind#QUORATE} gives each class of keys a level
 * or a mix of two beside the window, as {@link ClassRaises}. Where what others make stale cannot be
 * told, or classes would save nothing, all reads go out at the level that meets every write.
 *
 * <p>Where one level between would cost less than all that, and a sample of pairs at it shows that
 * it keeps the tolerance, {@link Kind#QUORATE} sends all reads at it; see {@link SampledLevel}.
 *
 * <p>Where the level that meets every write may not be sent, the strongest that may takes its
 * place: its window is made as long as the tolerance asks, and where no window is enough the
 * longest that is tried.
 *
 * @param kind what is known of visibility, and whether replicas that are behind are minded
 * @param tolerance the largest stale-read rate that the application accepts, 0 to 1
 * @param isDoubting whether a tenth of the pairs that else count as having agreed with the model
 *     do, so that pairs are sooner believed than it
 */
public record RecencyPolicy(Kind kind, double tolerance, boolean isDoubting)
    implements ConsistencyPolicy {
  /** The policies of this kind. */
  public enum Kind {
    /** A write is lacked for the propagation time's upper bound, and pairs correct that. */
    RECENCY("recency"),

    /**
     * A write is lacked for as long as round trips make likely, and pairs correct that; reads of
     * partitions whose replicas are behind go out at the level that meets every write.
     */
    QUORATE("quorate");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** The name in studies and settings. */
    public String text() {
      return text;
    }
  }

  private static final double WHILE_DOUBTING = 0.1;

  /** Of the tolerance, for reads that are not raised. */
  static final double OF_OLDER_READS = 0.9;

  private static final double THAT_MATTERS = 0.1;

  /** A window that raises more reads may be longer than own writes need. */
  private static final double MANY_READS = 0.5;

  /** What hardly costs less is not worth mixes. */
  private static final double WORTH_IT = 0.95;

  /** Fewer for each own write may be read repairs and hints, which replicas count as writes. */
  private static final double OTHERS_WRITE = 0.2;

  /**
   * @throws IllegalArgumentException if the tolerance is not a rate
   */
  public RecencyPolicy {
    TolerancePolicy.requireRate(tolerance);
  }

  /** One that trusts its model. */
  public RecencyPolicy(Kind kind, double tolerance) {
    this(kind, tolerance, false);
  }

  @Override
  public String name() {
    return kind.text() + " " + TolerancePolicy.percentOf(tolerance);
  }

  @Override
  public Decision decide(Observation observation, ReadLevels levels) {
    Level weakest = levels.weakest();
    if (levels.meetsEveryWrite(weakest)) {
      return Decision.of(weakest, "Reads at " + weakest + " meet every write.");
    }
    Evidence evidence = observation.evidence();
    Level strongest = strongest(evidence, levels);
    if (levels.replicas(strongest) <= levels.replicas(weakest)) {
      return Decision.of(weakest, "Nothing stronger than " + weakest + " may be sent.");
    }
    StaleShare stale = stale(observation, evidence.reads(), evidence.pairs());
    double left = stale.olderThan(AgeBins.NEVER);
    Optional<OwnRaises> alone =
        left > OF_OLDER_READS * tolerance
            ? Optional.empty()
            : Optional.of(OwnRaises.cheapest(stale, levels, strongest, tolerance));
    Decision decided =
        byClass(observation, levels, strongest, stale, alone)
            .orElseGet(
                () ->
                    alone
                        .map(chosen -> ofWindow(stale, chosen, weakest))
                        .orElseGet(() -> allRaised(left, strongest)));
    if (kind != Kind.QUORATE) {
      return decided;
    }
    double limit = OF_OLDER_READS * tolerance;
    Decision cheapest =
        SampledLevel.insteadOf(decided, evidence, levels, strongest, limit).orElse(decided);
    return cheapest.level() == strongest
        ? cheapest
        : cheapest.raising(evidence.behind(), strongest);
  }

  private double matters() {
    return Math.max(Double.MIN_NORMAL, THAT_MATTERS * tolerance);
  }

  private StaleShare stale(Observation observation, AgeCounts reads, AgedPairCounts pairs) {
    return new StaleShare(
        model(observation),
        reads,
        pairs,
        matters(),
        (isDoubting ? WHILE_DOUBTING : 1) * observation.evidence().classes().answered(),
        observation.evidence().clocksApart());
  }

  private Decision allRaised(double left, Level strongest) {
    return Decision.of(
        strongest,
        "Reads of rows that this process has not written lately may be stale at "
            + percent(left)
            + " % of all reads, tolerance "
            + percent(tolerance)
            + " %: all are raised.");
  }

  private Decision ofWindow(StaleShare stale, OwnRaises chosen, Level weakest) {
    return new Decision(
        weakest,
        chosen.bin() > 0 ? List.of(window(chosen.bin(), chosen.level())) : List.of(),
        reason(stale, chosen.bin(), chosen.level()),
        Optional.empty());
  }

  /** The raise of rows that were written less long ago than a bin begins. */
  static Raise window(int bin, Level level) {
    return new Raise.RecentlyWritten(
        bin == AgeBins.NEVER ? Long.MAX_VALUE : AgeBins.fromNanos(bin), level);
  }

  /**
   * A mix of levels for each class of keys, where others write too, and it is enough, or cheaper
   * than what is chosen without.
   *
   * @param alone what is chosen without classes; empty where that raises all reads
   */
  private Optional<Decision> byClass(
      Observation observation,
      ReadLevels levels,
      Level strongest,
      StaleShare stale,
      Optional<OwnRaises> alone) {
    if (kind != Kind.QUORATE || !levels.meetsEveryWrite(strongest)) {
      return Optional.empty();
    }
    Evidence evidence = observation.evidence();
    boolean othersWrite = evidence.othersWrites() >= OTHERS_WRITE;
    if (alone.isPresent() && !othersWrite) {
      return Optional.empty();
    }
    double limit = OF_OLDER_READS * tolerance;
    ClassCounts counts = evidence.classes();
    StaleShare own = stale(observation, counts.allReads(), counts.allPairs());
    // What others tell beside classes, as their pairs, stays raised where classes do not show it.
    if (alone.isEmpty() && own.olderThan(AgeBins.NEVER) <= limit) {
      return Optional.empty();
    }
    ClassShares shares = new ClassShares(stale, evidence, matters());
    int window = alone.map(OwnRaises::bin).orElse(0);
    // Of what others make stale within the window, only the strongest level leaves nothing.
    boolean isMissing =
        alone.isPresent()
            && ((window > 0 && alone.get().level() != strongest)
                || !shares.olderThan(window).isWithin(limit, ClassRaises.EVERYTHING));
    boolean mayBeLonger = alone.isPresent() && own.shareWithin(window) > MANY_READS;
    if (alone.isPresent() && !isMissing && !mayBeLonger) {
      return Optional.empty();
    }
    double most =
        isMissing
            ? Double.POSITIVE_INFINITY
            : alone
                .map(chosen -> chosen.cost(own, levels))
                .orElse((double) levels.replicas(strongest) - levels.replicas(levels.weakest()));
    // A window that own writes alone need stays, whatever is thought of those of others.
    int shortest = isMissing ? window : 0;
    return ClassRaises.cheapest(shares, observation, levels, strongest, limit, shortest)
        .filter(found -> found.cost() < WORTH_IT * most)
        .map(
            found ->
                new Decision(
                    levels.weakest(), found.raises(), reason(found, strongest), Optional.empty()));
  }

  private String reason(ClassRaises found, Level raised) {
    return (found.bin() == 0
            ? "Reads"
            : "Reads of rows written within "
                + (found.bin() == AgeBins.NEVER ? "any time" : time(AgeBins.fromNanos(found.bin())))
                + " go out at "
                + raised
                + ", and others")
        + " by how often their key is asked for, since other processes write the table too: "
        + String.format(Locale.ROOT, "%.2f", found.cost())
        + " replica reads more for each; at most "
        + percent(found.bound())
        + " % of all reads are stale by a bound of "
        + percent(StaleShare.CONFIDENCE)
        + " %, tolerance "
        + percent(tolerance)
        + " %.";
  }

  private StaleByAge model(Observation observation) {
    return switch (kind) {
      case RECENCY -> new StaleWhilePropagating(observation);
      case QUORATE -> Visibility.of(observation);
    };
  }

  /** The level that meets every write, or the strongest that may be sent where that is weaker. */
  private static Level strongest(Evidence evidence, ReadLevels levels) {
    Level safe = levels.safe();
    Level most = evidence.strongest();
    return most == null || levels.replicas(safe) <= levels.replicas(most) ? safe : most;
  }

  private String reason(StaleShare stale, int bin, Level raised) {
    String bound =
        "at most "
            + percent(stale.olderThan(bin))
            + " % of all reads are stale at one replica by a bound of "
            + percent(StaleShare.CONFIDENCE)
            + " %, tolerance "
            + percent(tolerance)
            + " %.";
    return bin == 0
        ? "Nothing is raised: " + bound
        : "Reads of rows written within "
            + (bin == AgeBins.NEVER ? "any time" : time(AgeBins.fromNanos(bin)))
            + " go out at "
            + raised
            + ", "
            + percent(stale.shareWithin(bin))
            + " % of all; of the others "
            + bound;
  }

  /** Three digits are enough. */
  private static String time(long nanos) {
    long unit = 1;
    while (nanos / unit >= 1000) {
      unit *= 10;
    }
    return Durations.format(Duration.ofNanos(nanos / unit * unit));
  }

  @Override
  public ConsistencyPolicy accepting(double rate) {
    return rate < tolerance ? new RecencyPolicy(kind, rate, isDoubting) : this;
  }

  @Override
  public ConsistencyPolicy doubting() {
    return new RecencyPolicy(kind, tolerance, true);
  }

  /** By class of keys where the reads were sent so, since pairs are drawn by class then. */
  @Override
  public Optional<StaleReads> staleReads(
      Observation observation, ReadLevels levels, Decision sent) {
    if (levels.meetsEveryWrite(levels.weakest())) {
      return Optional.of((bin, of) -> 0);
    }
    Evidence evidence = observation.evidence();
    StaleShare stale = stale(observation, evidence.reads(), evidence.pairs());
    if (!sent.isByClass()) {
      return Optional.of((bin, of) -> stale.likely(bin));
    }
    long window = sent.windowNanos();
    int first = window == Long.MAX_VALUE ? AgeBins.NEVER : AgeBins.of(window);
    double[] older = new ClassShares(stale, evidence, matters()).olderThan(first).perRead();
    return Optional.of((bin, of) -> bin < first ? stale.likely(bin) : older[of]);
  }

  @Override
  public boolean needsRates() {
    return false;
  }

  @Override
  public boolean samplesLevel() {
    return kind == Kind.QUORATE;
  }

  @Override
  public OptionalDouble acceptedRate() {
    return OptionalDouble.of(tolerance);
  }

  @Override
  public String toString() {
    return name();
  }
}
