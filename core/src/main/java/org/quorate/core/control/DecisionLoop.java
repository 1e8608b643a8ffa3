package org.quorate.core.control;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.core.control.budget.BudgetStatus;
import org.quorate.core.evidence.EvidencePool;
import org.quorate.core.evidence.HeardEvidence;
import org.quorate.core.level.KeyRange;
import org.quorate.core.level.Level;
import org.quorate.core.policy.Decision;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.recency.ClassCounts;
import org.quorate.core.recency.PairBudget;
import org.quorate.core.recency.PairTimes;
import org.quorate.core.staleness.Evidence;
import org.quorate.core.staleness.Observation;
import org.quorate.core.staleness.Propagation;
import org.quorate.core.staleness.RoundTrips;

/**
 * Decides the level of one table's reads, again and again. It guarantees:
 *
 * <ol>
 *   <li>No read is sent at a stronger level than the application's own, unless the settings name a
 *       {@linkplain LoopSettings#safeLevel safe level}: so it can be served wherever a read of the
 *       application itself can.
 *   <li>Nothing stronger is sent than meets every write.
 *   <li>Where nothing recent is known, reads are at the safe level, or the application's own; a
 *       fixed level rests on nothing that ages, and stays.
 *   <li>A stronger level takes effect at once, a weaker one after a window; see {@link
 *       DecisionKeeper}.
 * </ol>
 *
 * <p>Pure: times are handed in, in nanoseconds of one clock. Not thread-safe.
 */
public final class DecisionLoop {
  private final LoopSettings settings;
  private final DecisionKeeper keeper;
  private final EvidenceKeeper evidence;
  private final TableBudget budget;
  private ReadLevels levels;
  private Level own;
  private @Nullable Propagation propagation;
  private long propagationAt;
  private @Nullable Traffic traffic;
  private double ownWrites;
  private double ownWritesAtTraffic;
  private @Nullable Observation observation;
  private @Nullable Decision decision;
  private PairBudget pairs = PairBudget.NONE;
  private long decidedAt;
  private boolean hasDecided;
  private boolean wasKnown;
  private boolean isDue;

  /**
   * @param levels of the table, as far as they are known
   * @param own level of the application
   */
  public DecisionLoop(LoopSettings settings, ReadLevels levels, Level own) {
    this.settings = settings;
    this.keeper = new DecisionKeeper(settings.window(), settings.decisionStaleAfter());
    this.evidence = new EvidenceKeeper(levels.replicationFactor());
    this.budget = new TableBudget(settings.policy(), settings.budgetWindow());
    this.levels = levels;
    this.own = own;
  }

  /**
   * Takes in which levels there are; a change forgets what was decided among others, and, but for
   * one of the application's own level alone, how long a write took to those that counted then.
   */
  public void levels(ReadLevels changed, Level ownLevel) {
    if (!changed.equals(levels) || ownLevel != own) {
      propagation = changed.equals(levels) ? propagation : null;
      levels = changed;
      own = ownLevel;
      evidence.forget(levels.replicationFactor());
      budget.forget();
      keeper.clear();
      wasKnown = false;
      decision = null;
      observation = null;
    }
  }

  /**
   * Takes in how long a write takes to the replicas that did not acknowledge it.
   *
   * @param roundTrips that this was made of
   */
  public void propagation(Propagation measured, RoundTrips roundTrips, long atNanos) {
    evidence.measured(roundTrips, atNanos);
    propagation =
        settings.areRoundTripsSampled()
            ? evidence.roundTrips().ofAll(measured, roundTrips.slowest())
            : measured;
    propagationAt = atNanos;
  }

  /** Takes in that it could not be measured. */
  public void notMeasured() {
    evidence.notMeasured();
  }

  /**
   * The most pairs of reads, at the weakest and the strongest level, that may be sent now to
   * measure round trips: any number while too little is known of them, else as many as half of
   * {@link LoopSettings#pairBudget} pays for, or a tenth of the reads where they were longer of
   * late; but a few then, and before what is known is too old, which processes keep fresh in turn.
   *
   * @return 0 where none are due, up to {@link Integer#MAX_VALUE}
   */
  public int pairsToMeasure(long nowNanos) {
    if (propagation == null
        || !settings.areRoundTripsSampled()
        || evidence.wantsRoundTrips(nowNanos)) {
      return Integer.MAX_VALUE;
    }
    return PairShares.measuring(settings, levels, evidence, propagationAt, nowNanos);
  }

  /** How many times as long round trips are as was measured, by what pairs took; 1 or more. */
  public double timesTooShort(long nowNanos) {
    return evidence.roundTrips().timesTooShort(nowNanos);
  }

  /** Whether round trips are measured again and again until enough is known, or cannot be. */
  public boolean isLearning() {
    return settings.areRoundTripsSampled() && evidence.isLearning();
  }

  /** Takes in what was known of the same table under the same load, before anything is counted. */
  public void assume(Evidence earlier) {
    evidence.assume(earlier);
  }

  /** Has what other processes tell counted too, as it stands whenever something is decided. */
  public void others(HeardEvidence heard) {
    evidence.others(heard);
    budget.others(heard);
  }

  /** Has what pairs took counted too, against what was measured of round trips. */
  public void timed(PairTimes pairTimes) {
    evidence.roundTrips().timed(pairTimes);
  }

  /** What this process itself knows of the table. */
  public Evidence ownEvidence() {
    return evidence.evidence(ceiling());
  }

  /** What this process knows of the table, and what it makes of it with what others tell. */
  public EvidencePool pool(long nowNanos) {
    return evidence.pool(ceiling(), nowNanos);
  }

  /** Takes a reading in, and decides where enough is known. */
  public void traffic(Traffic seen) {
    evidence.seen(seen);
    if (seen.isKnown()) {
      traffic = seen;
      ownWritesAtTraffic = ownWrites;
      decide(seen.takenAtNanos());
    }
  }

  /**
   * Takes in how many reads there were at each age, and what pairs have shown, since the process
   * began. A policy that needs no rates decides on it, and what new reads have spent of its error
   * budget is counted where they were sent as {@link #at} has said.
   *
   * @param ownWritesSoFar that this process has completed since it began
   */
  public void evidence(ClassCounts counts, double ownWritesSoFar, long nowNanos) {
    ownWrites = ownWritesSoFar;
    isDue = false;
    ClassCounts fresh = evidence.counted(counts, ownWritesSoFar, nowNanos);
    if (!settings.policy().needsRates()) {
      budget.counted(fresh, pairs, () -> known(nowNanos), levels, isLearning(), nowNanos);
      decide(nowNanos);
      PairShares.time(settings, pairs, limited().comparison(), evidence, nowNanos);
    }
  }

  /**
   * Takes in that hardly anything is new, so that what was decided without rates stands, unless the
   * propagation time is too old.
   */
  public void littleIsNew(double ownWritesSoFar, long nowNanos) {
    ownWrites = ownWritesSoFar;
    PairShares.time(settings, pairs, limited().comparison(), evidence, nowNanos);
    Decision last = decision;
    boolean holds = !settings.policy().needsRates() && !isOutdated(nowNanos);
    if (last != null && holds && keeper.at(nowNanos, levels::replicas).isPresent()) {
      decidedAt = nowNanos;
      keeper.decided(nowNanos, last, levels::replicas);
    }
  }

  /** Takes in whether reads that are counted from now on have a class. */
  public void classes(boolean areKnown) {
    evidence.classes(areKnown);
  }

  /** Takes in whether clocks are so far apart that pairs hide what is stale, and only raise. */
  public void clocks(boolean areApart) {
    isDue |= evidence.clocks(areApart);
  }

  /** Takes in that others have told something, which may raise. */
  public void heard() {
    isDue = true;
  }

  /** Whether something is new that a decision should not wait for. */
  public boolean isDue() {
    return isDue || evidence.isSurprised();
  }

  /**
   * Takes in where replicas are that may lack writes, and decides at once where that is new, also
   * on rates or a propagation time that are too old to lengthen a decision's life.
   *
   * @param ranges whose replicas are not all known to have every write that they were sent
   */
  public void behind(List<KeyRange> ranges, long nowNanos) {
    if (!evidence.behind(ranges)) {
      return;
    }
    boolean onRates = settings.policy().needsRates();
    if (!onRates) {
      decide(nowNanos);
    }
    Propagation last = propagation;
    if (last != null
        && (onRates || isOutdated(nowNanos))
        && keeper.at(nowNanos, levels::replicas).isPresent()) {
      decide(last, decidedAt);
    }
  }

  /** Whether decisions rest on rates, or on a time that writes alone tell. */
  public boolean restsOnCounts() {
    return !settings.isFixed() && (settings.policy().needsRates() || !evidence.hasRoundTrips());
  }

  /** Beside which reads a pair is sent, from now on. */
  public PairBudget pairs() {
    return pairs;
  }

  private void decide(long atNanos) {
    Propagation known = propagation;
    if (known != null && !isOutdated(atNanos)) {
      decide(known, atNanos);
    }
  }

  private Optional<Observation> known(long nowNanos) {
    return Optional.ofNullable(propagation)
        .map(time -> observed(time).with(pool(nowNanos).lowering()));
  }

  /** Without evidence. */
  private Observation observed(Propagation known) {
    Traffic seen = traffic;
    return levels.observation(
        seen == null ? 0 : seen.applicationReadsPerSecond(),
        seen == null ? 0 : seen.writesPerSecond(),
        known,
        settings.popularity());
  }

  private void decide(Propagation known, long atNanos) {
    EvidencePool pool = pool(atNanos);
    Observation observed = observed(known).with(pool.lowering());
    Decision lowest = choose(observed);
    Optional<Decision> raising = pool.raising().map(all -> choose(observed.with(all)));
    decide(
        observed,
        raising.map(other -> lowest.and(other, levels::replicas)).orElse(lowest),
        atNanos);
  }

  private void decide(Observation observed, Decision chosen, long atNanos) {
    Decision decided = limited().over(chosen);
    observation = observed;
    // Raises that a limit has made meaningless are left out.
    decision = decided.and(decided, levels::replicas);
    decidedAt = hasDecided && decidedAt - atNanos > 0 ? decidedAt : atNanos;
    hasDecided = true;
    Level strong = limited().comparison();
    pairs =
        PairShares.besideReads(settings, levels, evidence.counts(), decision, ceiling(), strong);
    keeper.decided(decidedAt, decision, levels::replicas);
  }

  private Decision choose(Observation observed) {
    if (settings.isFixed() || levels.areTelling()) {
      return budget.decide(observed, levels);
    }
    return Decision.of(
        levels.safe(),
        "Writes at "
            + levels.writeLevel()
            + " need not reach the one replica in "
            + levels.localDataCenter()
            + ", so how stale reads there are is not estimated.");
  }

  /** Sources that need writes have nothing to measure without; nor can a read be stale then. */
  private boolean isOutdated(long nowNanos) {
    int turns = settings.areRoundTripsSampled() ? evidence.mostTurns() : 1;
    return nowNanos - propagationAt > settings.propagationStaleAfter().multipliedBy(turns).toNanos()
        && !isKnownUnwritten(nowNanos);
  }

  private boolean isKnownUnwritten(long nowNanos) {
    Traffic seen = traffic;
    return seen != null
        && seen.writesPerSecond() == 0
        && ownWrites <= ownWritesAtTraffic
        && nowNanos - seen.takenAtNanos() <= settings.staleAfter().toNanos();
  }

  /** What is in effect, and sent from now on; to be asked with times that do not go back. */
  public Standing at(long nowNanos) {
    Optional<Decision> kept = keeper.at(nowNanos, levels::replicas);
    boolean lost = kept.isEmpty() && wasKnown;
    wasKnown |= kept.isPresent();
    Decision inEffect =
        kept.orElseGet(
            () ->
                Decision.of(
                    ceiling(),
                    lost
                        ? "Nothing recent is known of the table's traffic or propagation time."
                        : "Nothing is known of the table's traffic yet."));
    if (kept.isPresent()) {
      budget.sent(inEffect);
    } else {
      budget.forget(); // Reads before were sent otherwise.
    }
    return new Standing(inEffect, kept.isPresent(), lost);
  }

  /** How the error budget stands; empty where the policy has none. */
  public Optional<BudgetStatus> budget() {
    return budget.status();
  }

  /** Nobody asks the cluster for a while: no loss. */
  public void pause() {
    budget.forget();
    wasKnown = false;
  }

  /** The strongest level that reads are sent at, and theirs while nothing is known. */
  public Level ceiling() {
    return limited().level();
  }

  private LevelCeiling limited() {
    return new LevelCeiling(levels, own, settings.safeLevel());
  }

  /**
   * What the ceiling means for the promise, one sentence; empty where reads at it meet every write,
   * so that the tolerance can always be kept.
   */
  public Optional<String> limit() {
    return limited().limit();
  }

  /** The levels that there are. */
  public ReadLevels levels() {
    return levels;
  }

  /** The application's own level. */
  public Level own() {
    return own;
  }

  /** What the newest decision rests on; empty before the first. */
  public Optional<Observation> observation() {
    return Optional.ofNullable(observation);
  }

  /** The newest decision, whether in effect or not; empty before the first. */
  public Optional<Decision> decision() {
    return Optional.ofNullable(decision);
  }
}
