package org.quorate.core.control;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.KeyRange;
import org.quorate.core.level.Level;
import org.quorate.core.policy.Decision;
import org.quorate.core.policy.Raise;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.recency.PairBudget;
import org.quorate.core.staleness.Observation;
import org.quorate.core.staleness.Propagation;

/**
 * Decides the level of one table's reads, again and again. It guarantees:
 *
 * <ol>
 *   <li>No read is sent at a stronger level than the application's own, unless the settings name a
 *       {@linkplain LoopSettings#safeLevel safe level}: so it can be served wherever a read of the
 *       application itself can.
 *   <li>Nothing stronger is sent than meets every write.
 *   <li>Where nothing recent is known, reads are at the safe level, or the application's own.
 *   <li>A stronger level takes effect at once, a weaker one after a window; see {@link
 *       DecisionKeeper}.
 * </ol>
 *
 * <p>Pure: times are handed in, in nanoseconds of one clock. Not thread-safe.
 */
public final class DecisionLoop {
  private final LoopSettings settings;
  private final DecisionKeeper keeper;
  private ReadLevels levels;
  private Level own;
  private @Nullable Propagation propagation;
  private long propagationAt;
  private @Nullable Observation observation;
  private @Nullable Decision decision;
  private List<KeyRange> behind = List.of();
  private boolean wasKnown;

  /**
   * @param levels of the table, as far as they are known
   * @param own level of the application
   */
  public DecisionLoop(LoopSettings settings, ReadLevels levels, Level own) {
    this.settings = settings;
    this.keeper = new DecisionKeeper(settings.window(), settings.staleAfter());
    this.levels = levels;
    this.own = own;
  }

  /**
   * Takes in which levels there are; a change forgets what was decided among others, and one of
   * more than the application's own level also how long a write took, since that was to the
   * replicas that counted then.
   */
  public void levels(ReadLevels changed, Level ownLevel) {
    if (!changed.equals(levels) || ownLevel != own) {
      if (!changed.equals(levels)) {
        propagation = null;
      }
      levels = changed;
      own = ownLevel;
      keeper.clear();
      wasKnown = false;
      decision = null;
      observation = null;
    }
  }

  /** Takes in how long a write takes to the replicas that did not acknowledge it. */
  public void propagation(Propagation measured, long atNanos) {
    propagation = measured;
    propagationAt = atNanos;
  }

  /** Takes a reading in, and decides where enough is known. */
  public void traffic(Traffic seen) {
    Propagation known = propagation;
    if (known == null || !seen.isKnown() || isOutdated(seen)) {
      return;
    }
    Observation observed =
        levels.observation(
            seen.applicationReadsPerSecond(), seen.writesPerSecond(), known, settings.popularity());
    Decision decided = noStrongerThanCeiling(noStrongerThanSafe(decide(observed)));
    observation = observed;
    decision = decided;
    keeper.decided(seen.takenAtNanos(), decided, levels::replicas);
  }

  /**
   * Takes in how many reads there were at each age, and what pairs have shown; both since the
   * process began, so that what is new is their difference to those before.
   */
  public void evidence(AgeCounts reads, AgedPairCounts pairs, long nowNanos) {}

  /**
   * Takes in where replicas are that may lack writes, and decides at once where that changes
   * anything.
   *
   * @param ranges whose replicas are not all known to have every write that they were sent
   */
  public void behind(List<KeyRange> ranges, long nowNanos) {
    behind = List.copyOf(ranges);
  }

  /** Reads that a replica which is behind may answer need the strongest level that may be sent. */
  private Decision raisedBehind(Decision decided) {
    if (behind.isEmpty() || settings.policy().fixedLevel().isPresent()) {
      return decided;
    }
    List<Raise> raises = new ArrayList<>(decided.raises());
    behind.forEach(range -> raises.add(Raise.TokenRange.of(range, ceiling())));
    return new Decision(
        decided.level(),
        raises,
        decided.reason() + " Where a replica may be behind, reads are sent at " + ceiling() + ".",
        decided.estimate());
  }

  /** Beside which reads a second one is sent, from now on. */
  public PairBudget pairs() {
    return PairBudget.NONE;
  }

  private Decision decide(Observation observed) {
    if (settings.policy().fixedLevel().isPresent() || levels.areTelling()) {
      return settings.policy().decide(observed, levels);
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
  private boolean isOutdated(Traffic seen) {
    return seen.writesPerSecond() > 0
        && seen.takenAtNanos() - propagationAt > settings.propagationStaleAfter().toNanos();
  }

  /** A policy may not know of the write level, and ask for more than anybody needs. */
  private Decision noStrongerThanSafe(Decision decided) {
    Level enough = levels.safe();
    return atMost(
        decided,
        enough,
        level -> isAtMost(level, enough),
        "Reads at "
            + enough
            + " meet every write at "
            + levels.writeLevel()
            + ", so nothing stronger is sent.");
  }

  private Decision noStrongerThanCeiling(Decision decided) {
    Level ceiling = ceiling();
    return atMost(
        decided,
        ceiling,
        level ->
            settings.safeLevel().isPresent()
                ? isAtMost(level, ceiling)
                : levels.isServedWhere(level, own),
        "Nothing stronger than "
            + ceiling
            + (settings.safeLevel().isPresent()
                ? " is sent, the stated safe level."
                : " is sent, the application's own level."));
  }

  private static Decision atMost(
      Decision decided, Level most, Predicate<Level> allowed, String why) {
    boolean within =
        allowed.test(decided.level())
            && decided.raises().stream().allMatch(raise -> allowed.test(raise.level()));
    return within ? decided : decided.withLevels(level -> allowed.test(level) ? level : most, why);
  }

  private boolean isAtMost(Level level, Level most) {
    return levels.replicas(level) <= levels.replicas(most);
  }

  /** What is in effect; to be asked with times that do not go back. */
  public Standing at(long nowNanos) {
    Optional<Decision> kept = keeper.at(nowNanos, levels::replicas);
    boolean lost = kept.isEmpty() && wasKnown;
    wasKnown |= kept.isPresent();
    return kept.map(known -> new Standing(raisedBehind(known), true, false))
        .orElseGet(
            () ->
                new Standing(
                    Decision.of(
                        ceiling(),
                        lost
                            ? "Nothing recent is known of the table's traffic or propagation time."
                            : "Nothing is known of the table's traffic yet."),
                    false,
                    lost));
  }

  /** Nobody asks the cluster for a while, so knowing nothing afterwards is no loss. */
  public void pause() {
    wasKnown = false;
  }

  /** The strongest level that reads are sent at, and theirs while nothing is known. */
  public Level ceiling() {
    Level enough = levels.safe();
    return settings
        .safeLevel()
        .map(stated -> isAtMost(stated, enough) ? stated : enough)
        .orElse(own);
  }

  /**
   * What the ceiling means for the promise, one sentence; empty where reads at it meet every write,
   * so that the tolerance can always be kept.
   */
  public Optional<String> limit() {
    Level ceiling = ceiling();
    if (levels.meetsEveryWrite(ceiling)) {
      return Optional.empty();
    }
    String most =
        settings.safeLevel().isPresent() ? "the stated safe level" : "the application's own level";
    return Optional.of(
        "Reads are sent at "
            + ceiling
            + " at most, "
            + most
            + ", which does not meet every write at "
            + levels.writeLevel()
            + ": more of them may be stale than is tolerated, where the policy asks for a stronger"
            + " level; state safe-level = "
            + levels.safe()
            + " to allow that, or write at a stronger level.");
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
