package org.quorate.core.clock;

import org.jspecify.annotations.Nullable;

/**
 * Two clocks over the length of a run: compared before it, compared after it, and looked at
 * meanwhile. The clocks are taken to have been apart, at every instant of the run, by something
 * within the smallest interval that has both comparisons. That is an assumption, a mild one: clocks
 * that drift evenly keep it. Each exchange of the run puts it to the test, and one that it cannot
 * be true beside widens the interval. Immutable.
 *
 * @param before the difference before the run
 * @param beforeAt when that was, in ns on the asker's clock
 * @param after the difference after it; null where there was nobody to ask any more
 * @param afterAt when that was; without meaning where {@code after} is null
 * @param during the smallest interval that has both, and every exchange that contradicted it
 * @param contradictions exchanges of the run that widened the interval
 */
public record ClockComparison(
    ClockDifference before,
    long beforeAt,
    @Nullable ClockDifference after,
    long afterAt,
    ClockDifference during,
    int contradictions) {

  /** What is known before the run. */
  public static ClockComparison begin(ClockDifference before, long atNanos) {
    return new ClockComparison(before, atNanos, null, atNanos, before, 0);
  }

  /** The same with the comparison after the run. */
  public ClockComparison end(ClockDifference compared, long atNanos) {
    return new ClockComparison(
        before, beforeAt, compared, atNanos, during.with(compared), contradictions);
  }

  /** The same with an exchange of the run, told after {@link #end}. */
  public ClockComparison with(ClockExchange exchange) {
    ClockDifference seen = exchange.difference();
    return during.meets(seen)
        ? this
        : new ClockComparison(
            before, beforeAt, after, afterAt, during.with(seen), contradictions + 1);
  }

  /** The difference that instants of the run are translated by, in ns. */
  public long offsetNanos() {
    return before.offsetNanos();
  }

  /** How far an instant of the run that is translated by {@link #offsetNanos()} may be off, ns. */
  public long uncertaintyNanos() {
    return during.errorOf(offsetNanos());
  }

  /**
   * How much faster the other clock ran, in parts per million, by the middles of both comparisons;
   * null where there were not two of them at two instants.
   */
  public @Nullable Double driftPartsPerMillion() {
    ClockDifference end = after;
    return end == null || afterAt <= beforeAt
        ? null
        : Double.valueOf(
            1e6 * (end.offsetNanos() - before.offsetNanos()) / (double) (afterAt - beforeAt));
  }
}
