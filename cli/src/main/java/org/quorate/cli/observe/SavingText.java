package org.quorate.cli.observe;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.observe.TableAnswer;
import org.quorate.cassandra.sample.PairResult;
import org.quorate.core.statistics.Interval;
import org.quorate.report.format.Numbers;

/**
 * What a weaker level of one table would save, as clauses of a sentence. Pure.
 *
 * @param energy of the hosts; null where they have no meters
 */
record SavingText(TableAnswer answer, @Nullable EnergyReport energy) {
  private static final double MILLIS_PER_SECOND = 1e3;

  /** Such as {@code would save 50 % of replica reads (100 a second)}. */
  String replicaReads() {
    return "would save "
        + Numbers.percent(answer.savedShare())
        + " of replica reads"
        + (Double.isNaN(answer.savedPerSecond())
            ? ""
            : " (" + Numbers.of(answer.savedPerSecond()) + " a second)")
        + (answer.inUse().level().isPresent() ? "" : " of reads at " + answer.safe());
  }

  /** What goes on the same sentence of time, mean and p99; empty where there is nothing to tell. */
  String times() {
    return time() + tails();
  }

  /** Pairs tell of the levels that they compare, and of no other. */
  private Optional<PairResult> timed() {
    return answer
        .compared()
        .filter(pairs -> answer.inUse().level().map(pairs.strong()::equals).orElse(true));
  }

  /** Only where it is distinguishable from none. */
  private String time() {
    return timed()
        .flatMap(
            pairs ->
                pairs
                    .savedMillis()
                    .map(
                        saved ->
                            saved.low() > 0
                                ? " and "
                                    + Words.time(
                                        (pairs.strongMillis() - pairs.weakMillis())
                                            / MILLIS_PER_SECOND)
                                    + " of the "
                                    + Words.time(pairs.strongMillis() / MILLIS_PER_SECOND)
                                    + " that a read at "
                                    + pairs.strong()
                                    + " takes"
                                : ", and no time that could be told from none"))
        .orElse("");
  }

  /** Of the slowest of these reads, where there are enough to tell. */
  private String tails() {
    return timed()
        .flatMap(PairResult::tails)
        .map(
            tails -> {
              Interval less = tails.difference();
              if (less.contains(0)) {
                return "; at the p99 no difference could be told";
              }
              boolean isLess = less.low() > 0;
              return "; the p99 of these reads was "
                  + millis(tails.one())
                  + " instead of "
                  + millis(tails.other())
                  + " (95 % interval "
                  + millis(isLess ? less.low() : -less.high())
                  + " to "
                  + millis(isLess ? less.high() : -less.low())
                  + (isLess ? " less)" : " more)");
            })
        .orElse("");
  }

  private static String millis(double millis) {
    return Words.time(millis / MILLIS_PER_SECOND);
  }

  /** Nobody changes a level while it is looked at, so no meter shows what that would change. */
  Optional<String> joules() {
    return Optional.ofNullable(energy)
        .map(
            hosts ->
                "what it would save in joules cannot be told by looking on"
                    + hosts
                        .use()
                        .perOperation()
                        .map(
                            per ->
                                ", only that the hosts draw "
                                    + Numbers.of(per.mean())
                                    + " J ("
                                    + EnergyText.origin(hosts.use())
                                    + ") for each operation of all tables and levels, idle or not")
                        .orElse(""));
  }
}
