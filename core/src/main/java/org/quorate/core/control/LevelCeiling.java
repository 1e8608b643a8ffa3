package org.quorate.core.control;

import java.util.Optional;
import java.util.function.Predicate;
import org.quorate.core.level.Level;
import org.quorate.core.policy.Decision;
import org.quorate.core.policy.ReadLevels;

/**
 * The strongest level that a table's reads are sent at: the one that was stated, or the
 * application's own. Immutable.
 *
 * @param levels of the table
 * @param own level of the application
 * @param stated safe level, where there is one
 */
record LevelCeiling(ReadLevels levels, Level own, Optional<Level> stated) {
  /** The strongest level; where one is stated, nothing stronger than meets every write. */
  Level level() {
    Level enough = levels.safe();
    return stated.map(level -> isAtMost(level, enough) ? level : enough).orElse(own);
  }

  /** The level of a pair's stronger read. */
  Level comparison() {
    return stated.isPresent() ? level() : levels.safe();
  }

  /** The same decision at no stronger levels than may be sent, and than meet every write. */
  Decision over(Decision decided) {
    return noStrongerThanCeiling(noStrongerThanSafe(decided));
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
    Level ceiling = level();
    return atMost(
        decided,
        ceiling,
        level -> stated.isPresent() ? isAtMost(level, ceiling) : levels.isServedWhere(level, own),
        "Nothing stronger than "
            + ceiling
            + (stated.isPresent()
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

  /** What it means for the promise, one sentence; empty where reads at it meet every write. */
  Optional<String> limit() {
    Level ceiling = level();
    if (levels.meetsEveryWrite(ceiling)) {
      return Optional.empty();
    }
    String most = stated.isPresent() ? "the stated safe level" : "the application's own level";
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
}
