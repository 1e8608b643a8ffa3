package org.quorate.cassandra.guarantee;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.core.guarantee.Guarantee;
import org.quorate.core.guarantee.GuaranteePlan;
import org.quorate.core.level.Level;
import org.quorate.core.policy.ReadLevels;

/**
 * The guarantees of one table, and the plan that keeps them, as long as they can be kept. One
 * thread renews it; any thread reads it, without a lock.
 */
public final class TableGuarantee {
  private static final CqlIdentifier READ_REPAIR = CqlIdentifier.fromInternal("read_repair");
  private static final CqlIdentifier GC_GRACE = CqlIdentifier.fromInternal("gc_grace_seconds");

  private final GuaranteeSettings settings;
  private volatile @Nullable GuaranteePlan plan;
  private volatile @Nullable String weakWrite;

  /** A table of which nothing is known yet, so that nothing can be promised. */
  public TableGuarantee(GuaranteeSettings settings) {
    this.settings = settings;
  }

  /** What was promised. */
  public GuaranteeSettings settings() {
    return settings;
  }

  /** The plan in effect, or null while the guarantees are none of this library's doing. */
  public @Nullable GuaranteePlan plan() {
    return plan;
  }

  /** Whether an own write was sent so long ago that nothing is promised of it any more. */
  boolean isPast(long nanosSinceOwnWrite) {
    return nanosSinceOwnWrite < 0 || nanosSinceOwnWrite > settings.time().toNanos();
  }

  /** A write is sent, which should be no weaker than was stated. */
  void written(@Nullable Level level) {
    GuaranteePlan now = plan;
    if (now != null
        && now.guarantees().contains(Guarantee.READ_YOUR_WRITES)
        && weakWrite == null
        && (level == null || !now.coversWritesAt(level))) {
      weakWrite =
          "a write was sent "
              + (level == null ? "at no level of plain writes" : "at " + level)
              + ", and write-level = "
              + now.levels().writeLevel()
              + " was stated; such writes may be missed.";
    }
  }

  /** That writes are weaker than was stated, one sentence; empty where none was. */
  public Optional<String> weakWrite() {
    return Optional.ofNullable(weakWrite);
  }

  /** The levels of reads are somebody else's choice from now on. */
  public void suspend() {
    plan = null;
  }

  /**
   * Why the guarantees cannot be kept, one sentence; empty where they can, or there are none.
   *
   * @param ceiling the strongest level that reads may be sent at
   * @param options of the table, such as {@code read_repair}
   */
  public Optional<String> objection(
      ReadLevels levels, Level ceiling, Map<CqlIdentifier, Object> options) {
    return settings.guarantees().isEmpty()
        ? Optional.empty()
        : objection(options)
            .or(() -> GuaranteePlan.objection(settings.guarantees(), levels, ceiling));
  }

  /** Takes in what the table is now, and puts into effect what follows. */
  public void renew(ReadLevels levels, Level ceiling, Map<CqlIdentifier, Object> options) {
    GuaranteePlan before = plan;
    if (settings.guarantees().isEmpty() || objection(levels, ceiling, options).isPresent()) {
      plan = null;
    } else if (before == null || !before.levels().equals(levels) || before.ceiling() != ceiling) {
      plan = GuaranteePlan.of(settings.guarantees(), levels, ceiling).orElse(null);
    }
  }

  private Optional<String> objection(Map<CqlIdentifier, Object> options) {
    if (settings.guarantees().contains(Guarantee.MONOTONIC_READS)
        && String.valueOf(options.get(READ_REPAIR)).equalsIgnoreCase("NONE")) {
      return Optional.of(
          "monotonic-reads cannot be promised: the table has read_repair = 'NONE', so that what a"
              + " read returned may stay at one replica; set it to 'BLOCKING'.");
    }
    if (options.get(GC_GRACE) instanceof Number grace
        && settings.time().compareTo(Duration.ofSeconds(grace.longValue())) > 0) {
      return Optional.of(
          "guarantees cannot be kept for "
              + settings.time()
              + ": what was deleted or has expired may come back after gc_grace_seconds = "
              + grace
              + "; state a shorter guarantee-time.");
    }
    return Optional.empty();
  }
}
