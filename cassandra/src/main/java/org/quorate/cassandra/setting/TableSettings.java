package org.quorate.cassandra.setting;

import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.guarantee.GuaranteeSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.control.LoopSettings;
import org.quorate.core.freshness.FreshnessObjective;
import org.quorate.core.level.Level;
import org.quorate.core.policy.ConsistencyPolicy;
import org.quorate.core.policy.LevelLadder;
import org.quorate.core.policy.Policies;
import org.quorate.core.staleness.KeyPopularity;

/**
 * What an application accepts of one table. Immutable; make one with {@link #of} and change it with
 * the {@code with} methods.
 *
 * @param table that is opted in
 * @param policy that chooses the level, and so the largest share of stale reads that is accepted
 * @param window over which that share holds: a level stays until everything that was seen for this
 *     long would do with a weaker one; zero follows every reading at once, as the Harmony paper
 *     does
 * @param popularity how the table's traffic spreads over its keys, for models that ask
 * @param writeLevel at which the table is written, the weakest of all; ONE where that is not known,
 *     since any level waits for one replica
 * @param safeLevel the strongest level that reads are ever sent at, and theirs while nothing is
 *     known; null for the application's own
 * @param whenUnreachable what becomes of reads whose level needs more replicas than are up
 * @param ladder the levels to choose from; null for those of the same kind as the application's own
 *     level, of one data centre or of all; under an own level of all, those of one data centre are
 *     sent only where a safe level is stated, or ones that are served wherever the own level is
 * @param guarantees what is promised of its reads for certain
 * @param freshness what is asked of its writes; decides nothing, and is told as a metric
 * @param budgetWindow over which the tolerance is an error budget that alarms and raises reads when
 *     it burns, for policies that go by what the session sees; from 10 s to a day, or zero for none
 */
public record TableSettings(
    TableName table,
    ConsistencyPolicy policy,
    Duration window,
    KeyPopularity popularity,
    Level writeLevel,
    @Nullable Level safeLevel,
    WhenUnreachable whenUnreachable,
    @Nullable LevelLadder ladder,
    GuaranteeSettings guarantees,
    FreshnessObjective freshness,
    Duration budgetWindow) {
  private static final String DEFAULT_POLICY = "quorate";
  private static final Duration DEFAULT_WINDOW = Duration.ofSeconds(10);
  private static final Duration SHORTEST_BUDGET = Duration.ofSeconds(10);
  private static final Duration LONGEST_BUDGET = Duration.ofDays(1);

  /**
   * @throws IllegalArgumentException if a window is out of its range, or there are guarantees and
   *     reads are served weaker
   */
  public TableSettings {
    if (window.isNegative()) {
      throw new IllegalArgumentException(
          "The window of table " + table + " must not be negative, but it is " + window + ".");
    }
    if (!budgetWindow.isZero()
        && (budgetWindow.compareTo(SHORTEST_BUDGET) < 0
            || budgetWindow.compareTo(LONGEST_BUDGET) > 0)) {
      throw new IllegalArgumentException(
          "The window of an error budget is from 10 seconds to a day, or 0 for no budget, but that"
              + " of table "
              + table
              + " is "
              + budgetWindow
              + ".");
    }
    if (!guarantees.guarantees().isEmpty() && whenUnreachable != WhenUnreachable.FAIL) {
      throw new IllegalArgumentException(
          "Reads of table "
              + table
              + " cannot be served weaker where their level cannot be reached, and keep guarantees;"
              + " state when-unreachable = fail, or no guarantees.");
    }
  }

  /**
   * A table written at this level, with a window of 10 s, the policy {@code quorate}, no level
   * above the application's own, and exceptions where a level cannot be reached. Policies that ask
   * how traffic spreads take all of it to be on one key, which errs towards stronger levels.
   *
   * @param table {@code keyspace.table}, as in CQL
   * @param tolerance the largest share of stale reads that is accepted, 0 to 1
   * @throws IllegalArgumentException if the tolerance is not a rate
   */
  public static TableSettings of(String table, double tolerance, Level writeLevel) {
    return of(TableName.parse(table), tolerance, writeLevel);
  }

  /** The same of a table by its names as the server keeps them. */
  public static TableSettings of(TableName table, double tolerance, Level writeLevel) {
    return new TableSettings(
        table,
        Policies.of(DEFAULT_POLICY, tolerance),
        DEFAULT_WINDOW,
        KeyPopularity.ONE_KEY,
        writeLevel,
        null,
        WhenUnreachable.FAIL,
        null,
        GuaranteeSettings.NONE,
        FreshnessObjective.DEFAULT,
        LoopSettings.DEFAULT_BUDGET_WINDOW);
  }

  public TableSettings withWindow(Duration changed) {
    return with(draft -> draft.window = changed);
  }

  public TableSettings withPolicy(ConsistencyPolicy changed) {
    return with(draft -> draft.policy = changed);
  }

  public TableSettings withPopularity(KeyPopularity changed) {
    return with(draft -> draft.popularity = changed);
  }

  public TableSettings withSafeLevel(@Nullable Level changed) {
    return with(draft -> draft.safeLevel = changed);
  }

  public TableSettings withWhenUnreachable(WhenUnreachable changed) {
    return with(draft -> draft.whenUnreachable = changed);
  }

  public TableSettings withLadder(@Nullable LevelLadder changed) {
    return with(draft -> draft.ladder = changed);
  }

  /**
   * @throws IllegalArgumentException if reads are to be served weaker where their level cannot be
   *     reached, so that nothing is certain
   */
  public TableSettings withGuarantees(GuaranteeSettings changed) {
    return with(draft -> draft.guarantees = changed);
  }

  public TableSettings withFreshness(FreshnessObjective changed) {
    return with(draft -> draft.freshness = changed);
  }

  /**
   * @param changed from 10 s to a day, or zero for no error budget
   * @throws IllegalArgumentException if it is neither
   */
  public TableSettings withBudgetWindow(Duration changed) {
    return with(draft -> draft.budgetWindow = changed);
  }

  private TableSettings with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.settings();
  }

  private static final class Draft {
    private final TableSettings before;
    private ConsistencyPolicy policy;
    private Duration window;
    private KeyPopularity popularity;
    private @Nullable Level safeLevel;
    private WhenUnreachable whenUnreachable;
    private @Nullable LevelLadder ladder;
    private GuaranteeSettings guarantees;
    private FreshnessObjective freshness;
    private Duration budgetWindow;

    Draft(TableSettings before) {
      this.before = before;
      policy = before.policy;
      window = before.window;
      popularity = before.popularity;
      safeLevel = before.safeLevel;
      whenUnreachable = before.whenUnreachable;
      ladder = before.ladder;
      guarantees = before.guarantees;
      freshness = before.freshness;
      budgetWindow = before.budgetWindow;
    }

    TableSettings settings() {
      return new TableSettings(
          before.table,
          policy,
          window,
          popularity,
          before.writeLevel,
          safeLevel,
          whenUnreachable,
          ladder,
          guarantees,
          freshness,
          budgetWindow);
    }
  }
}
