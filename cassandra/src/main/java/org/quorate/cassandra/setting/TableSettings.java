package org.quorate.cassandra.setting;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.policy.LevelLadder;
import org.quorate.core.staleness.HarmonyModel;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.StalenessModel;

/**
 * What an application accepts of one table. Immutable; make one with {@link #of} and change it with
 * the {@code with} methods.
 *
 * @param table that is opted in
 * @param tolerance the largest share of stale reads that is accepted, 0 to 1, over {@code window}
 * @param window over which the tolerance holds: a level stays until everything that was seen for
 *     this long would do with a weaker one; zero follows every reading at once, as the Harmony
 *     paper does
 * @param model that estimates the rate of stale reads
 * @param popularity how the table's traffic spreads over its keys, for models that ask
 * @param writeLevel at which the application writes this table
 * @param safeLevel at which reads are sent while nothing is known; null for the weakest that meets
 *     every completed write (R + W &gt; N)
 * @param whenUnreachable what becomes of reads whose level needs more replicas than are up
 * @param carrying how a level gets into a request
 * @param ladder the levels to choose from; null for those of one data centre where the
 *     application's own level is local or the table has replicas in several, else for all
 */
public record TableSettings(
    TableName table,
    double tolerance,
    Duration window,
    StalenessModel model,
    KeyPopularity popularity,
    Level writeLevel,
    @Nullable Level safeLevel,
    WhenUnreachable whenUnreachable,
    Carrying carrying,
    @Nullable LevelLadder ladder) {
  private static final Duration DEFAULT_WINDOW = Duration.ofSeconds(10);

  /**
   * @throws IllegalArgumentException if the tolerance is not a rate, or the window is negative
   */
  public TableSettings {
    if (!(tolerance >= 0 && tolerance <= 1)) {
      throw new IllegalArgumentException(
          "The tolerance of table "
              + table
              + " must be a rate from 0 to 1, such as 0.01 for one read in a hundred, but it is "
              + tolerance
              + ".");
    }
    if (window.isNegative()) {
      throw new IllegalArgumentException(
          "The window of table " + table + " must not be negative, but it is " + window + ".");
    }
  }

  /**
   * A table written at this level, with a window of 10 s, Harmony's model, all traffic on one key
   * (which errs towards stronger levels), a computed safe level, exceptions where that cannot be
   * reached, and live levels.
   *
   * @param table {@code keyspace.table}, as in CQL
   */
  public static TableSettings of(String table, double tolerance, Level writeLevel) {
    return of(TableName.parse(table), tolerance, writeLevel);
  }

  /** The same of a table by its names as the server keeps them. */
  public static TableSettings of(TableName table, double tolerance, Level writeLevel) {
    return new TableSettings(
        table,
        tolerance,
        DEFAULT_WINDOW,
        new HarmonyModel(),
        KeyPopularity.ONE_KEY,
        writeLevel,
        null,
        WhenUnreachable.FAIL,
        Carrying.LIVE,
        null);
  }

  public TableSettings withWindow(Duration changed) {
    return new TableSettings(
        table,
        tolerance,
        changed,
        model,
        popularity,
        writeLevel,
        safeLevel,
        whenUnreachable,
        carrying,
        ladder);
  }

  public TableSettings withModel(StalenessModel changed) {
    return new TableSettings(
        table,
        tolerance,
        window,
        changed,
        popularity,
        writeLevel,
        safeLevel,
        whenUnreachable,
        carrying,
        ladder);
  }

  public TableSettings withPopularity(KeyPopularity changed) {
    return new TableSettings(
        table,
        tolerance,
        window,
        model,
        changed,
        writeLevel,
        safeLevel,
        whenUnreachable,
        carrying,
        ladder);
  }

  public TableSettings withSafeLevel(@Nullable Level changed) {
    return new TableSettings(
        table,
        tolerance,
        window,
        model,
        popularity,
        writeLevel,
        changed,
        whenUnreachable,
        carrying,
        ladder);
  }

  public TableSettings withWhenUnreachable(WhenUnreachable changed) {
    return new TableSettings(
        table,
        tolerance,
        window,
        model,
        popularity,
        writeLevel,
        safeLevel,
        changed,
        carrying,
        ladder);
  }

  public TableSettings withCarrying(Carrying changed) {
    return new TableSettings(
        table,
        tolerance,
        window,
        model,
        popularity,
        writeLevel,
        safeLevel,
        whenUnreachable,
        changed,
        ladder);
  }

  public TableSettings withLadder(@Nullable LevelLadder changed) {
    return new TableSettings(
        table,
        tolerance,
        window,
        model,
        popularity,
        writeLevel,
        safeLevel,
        whenUnreachable,
        carrying,
        changed);
  }
}
