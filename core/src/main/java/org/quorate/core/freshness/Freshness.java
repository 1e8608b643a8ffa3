package org.quorate.core.freshness;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.quorate.core.quantity.Durations;
import org.quorate.core.statistics.Interval;

/**
 * Which share of a table's writes of the last hour was visible at every replica within the bound,
 * and how fast the error budget is spent. An estimate: how it is made, and what it cannot see, is
 * said at {@link FreshnessKeeper}. Immutable.
 *
 * @param objective that it is held against
 * @param visible the share, 0 to 1, of the writes of which it is known; NaN while it is not known
 *     of half of them
 * @param interval of 95 %, of all writes: those of which it is not known widen it to both sides
 * @param rest shares of the writes of which it is known that were not visible, by cause; every
 *     cause is there
 * @param unknown share of all writes of which it is not known
 * @param writes in the hour, of all clients
 * @param ways between replicas that were measured in the hour
 * @param pairs of reads in the hour that looked for a write older than ten times the bound
 * @param fastBurn the share of the error budget spent for each of its share of time, over five
 *     minutes: 1 spends it exactly, 10 in a tenth of the time; NaN while not known
 * @param slowBurn the same over the hour
 */
public record Freshness(
    FreshnessObjective objective,
    double visible,
    Interval interval,
    Map<FreshnessCause, Double> rest,
    double unknown,
    double writes,
    long ways,
    long pairs,
    double fastBurn,
    double slowBurn) {
  private static final MathContext EXACT_ENOUGH = new MathContext(12);

  public Freshness {
    rest = Map.copyOf(rest);
  }

  /** For people; one sentence or two. */
  public String sentence() {
    String within = " visible at every replica within " + Durations.format(objective.bound());
    if (Double.isNaN(visible)) {
      return "It is not known which share of the writes was" + within + ".";
    }
    String sentence =
        percent(visible, RoundingMode.FLOOR)
            + " % of the writes of the last hour were"
            + within
            + ", 95 % interval "
            + percent(interval.low(), RoundingMode.FLOOR)
            + " to "
            + percent(interval.high(), RoundingMode.FLOOR)
            + " %, objective "
            + plain(BigDecimal.valueOf(objective.share()))
            + " %; by "
            + String.format(Locale.ROOT, "%,d measured ways and %,d pairs of reads.", ways, pairs);
    String causes =
        rest.entrySet().stream()
            .filter(each -> each.getValue() > 0)
            .sorted(Map.Entry.comparingByKey())
            .map(
                each ->
                    percent(each.getValue(), RoundingMode.CEILING) + " % " + each.getKey().text())
            .collect(Collectors.joining(", "));
    return causes.isEmpty() ? sentence : sentence + " The rest: " + causes + ".";
  }

  /** Never rounded towards what would look better, but for the last digits of arithmetic. */
  private static String percent(double share, RoundingMode rounding) {
    return plain(new BigDecimal(share, EXACT_ENOUGH).setScale(5, rounding));
  }

  private static String plain(BigDecimal share) {
    return share.movePointRight(2).stripTrailingZeros().toPlainString();
  }
}
