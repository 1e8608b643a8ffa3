package org.quorate.cli.observe;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.observe.AnswerVerdict;
import org.quorate.cassandra.observe.RateEstimate;
import org.quorate.cassandra.observe.SampledKeys;
import org.quorate.cassandra.observe.TableAnswer;
import org.quorate.cassandra.observe.TableAnswer.Limit;
import org.quorate.cassandra.sample.PairResult;
import org.quorate.core.statistics.Interval;
import org.quorate.report.format.Numbers;

/** What follows for one table, as one sentence. Pure. */
final class AnswerText {
  private static final double MILLIS_PER_SECOND = 1e3;
  private static final int MOST_NAMED = 5;
  private static final Set<Limit> MENDED_BY_MORE =
      Set.of(Limit.FEW_ROWS, Limit.SMALL_SHARE, Limit.FEW_PAIRS);

  private final TableAnswer answer;
  private final SavingText saving;

  private AnswerText(TableAnswer answer, @Nullable EnergyReport energy) {
    this.answer = answer;
    this.saving = new SavingText(answer, energy);
  }

  /**
   * The tables that are read most come first, and one sentence has those that hardly are.
   *
   * @param energy of the hosts; null where they have no meters
   */
  static List<String> sentences(List<TableAnswer> answers, @Nullable EnergyReport energy) {
    List<String> sentences = new ArrayList<>();
    answers.stream()
        .filter(answer -> answer.verdict() != AnswerVerdict.HARDLY_READ)
        .sorted(
            Comparator.comparingDouble(
                answer -> Double.isNaN(answer.readsPerSecond()) ? 0 : -answer.readsPerSecond()))
        .map(answer -> sentence(answer, energy))
        .forEach(sentences::add);
    List<TableAnswer> hardly =
        answers.stream().filter(answer -> answer.verdict() == AnswerVerdict.HARDLY_READ).toList();
    if (hardly.size() == 1) {
      sentences.add(sentence(hardly.get(0), energy));
    } else if (!hardly.isEmpty()) {
      int more = hardly.size() - MOST_NAMED;
      sentences.add(
          hardly.stream()
                  .limit(MOST_NAMED)
                  .map(answer -> answer.table().toString())
                  .collect(Collectors.joining(", "))
              + (more > 0 ? " and " + Words.count(more, "more table") : "")
              + " are hardly read, each less than once a second, so no level of theirs is worth"
              + " changing.");
    }
    return sentences;
  }

  /** The sentence, in plain characters. */
  static String sentence(TableAnswer answer, @Nullable EnergyReport energy) {
    return new AnswerText(answer, energy).sentence().replace('\u00a0', ' ');
  }

  private String sentence() {
    List<String> clauses = new ArrayList<>();
    switch (answer.verdict()) {
      case HARDLY_READ ->
          clauses.add(
              (answer.readsPerSecond() == 0
                      ? "No point read of " + answer.table() + " was counted"
                      : answer.table()
                          + " is hardly read ("
                          + Numbers.of(answer.readsPerSecond())
                          + " times a second)")
                  + ", so no level of it is worth changing");
      case NEVER_STALE -> {
        clauses.add(inUse());
        clauses.add(
            "reads at "
                + answer.weak()
                + " meet every write at "
                + answer.writeLevel()
                + ", so they are never stale and nothing stronger is needed");
      }
      case NOT_COMPARABLE -> {
        clauses.add(inUse());
        clauses.add(
            "it has counters, whose reads cannot be compared by timestamps, so keep its level: what "
                + answer.weak()
                + " would cost is not known");
      }
      case AT_THE_WEAKEST -> {
        clauses.add(inUse() + ", the weakest level there is");
        clauses.add(pairs().orElse("how many of these reads are stale is not known" + estimate()));
        clauses.add(
            "where that is too many, "
                + answer.safe()
                + " meets every write at "
                + answer.writeLevel());
      }
      case STRONGER_THAN_NEEDED -> {
        clauses.add(inUse());
        clauses.add(stronger());
        saving.joules().ifPresent(clauses::add);
        pairs().ifPresent(clauses::add);
      }
      case MEASURED -> {
        clauses.add(inUse());
        pairs().ifPresent(clauses::add);
        clauses.add(answer.weak() + " " + saving.replicaReads() + saving.times());
        saving.joules().ifPresent(clauses::add);
        clauses.add(
            "so "
                + answer.weak()
                + " will do where "
                + most()
                + " of stale reads are acceptable, else keep "
                + kept());
      }
      case TOO_FEW_PAIRS -> {
        clauses.add(inUse());
        pairs().ifPresent(clauses::add);
        clauses.add(
            "this is no ground for a change, since "
                + answer.limits().stream()
                    .sorted()
                    .map(this::reason)
                    .collect(Collectors.joining(", and "))
                + ": keep "
                + kept()
                + (answer.limits().stream().anyMatch(MENDED_BY_MORE::contains)
                    ? ", and look longer (--duration 10m) or compare more (--sample-keys, up to 50 a"
                        + " second)"
                    : ""));
        clauses.add(answer.weak() + " " + saving.replicaReads() + saving.times());
        saving.joules().ifPresent(clauses::add);
      }
      case NONE_IN_USE_FOUND -> {
        clauses.add(inUse());
        pairs().ifPresent(clauses::add);
        clauses.add(
            (answer.limits().contains(Limit.NOTHING_WRITTEN)
                    ? "but " + reason(Limit.NOTHING_WRITTEN)
                    : "but none of the "
                        + Words.count(answer.rows().map(SampledKeys::rowsSeen).orElse(0L), "row")
                        + " looked at was written in the last minute")
                + ", so this says little of the rows in use:"
                + " keep "
                + kept()
                + ", and look longer (--duration 10m)");
      }
      case ONLY_ESTIMATED -> {
        clauses.add(inUse());
        clauses.add(
            "no reads of it were compared"
                + answer
                    .rows()
                    .flatMap(SampledKeys::obstacle)
                    .map(obstacle -> " (" + obstacle + ")")
                    .orElse("")
                + estimate()
                + ", so keep "
                + kept()
                + " until they are"
                + (answer.rows().flatMap(SampledKeys::obstacle).isPresent()
                    ? ""
                    : " (--sample-keys 20)"));
        clauses.add(answer.weak() + " " + saving.replicaReads());
      }
    }
    if (Boolean.TRUE.equals(answer.traits().conditionalWrites())) {
      clauses.add(
          "it has conditional writes: whatever reads for these stays at SERIAL or LOCAL_SERIAL");
    }
    return clauses.stream().collect(Collectors.joining("; ", "", "."));
  }

  private String reason(Limit limit) {
    return switch (limit) {
      case CLOCKS_APART ->
          "the clock of one who writes is ahead of this machine's, which hides stale reads";
      case WRITES_NOT_COUNTED ->
          "that all writes are at "
              + answer.writeLevel()
              + " or a stronger level was not seen (--jmx and --prometheus count them)";
      case OTHER_DATA_CENTERS ->
          "it is not known to be read at a level of one data centre, as these pairs are";
      case NOTHING_WRITTEN -> "nothing of it was written while it was looked at";
      case FEW_ROWS -> "they are of few rows";
      case SMALL_SHARE ->
          "less than half of its "
              + (answer.rows().filter(rows -> rows.shareOfReads() > 0).isPresent()
                  ? "reads"
                  : "writes")
              + " are known to go to these rows";
      case FEW_PAIRS -> "these are too few pairs, as those of one row may all agree";
    };
  }

  private String stronger() {
    boolean seen = !answer.limits().contains(Limit.WRITES_NOT_COUNTED);
    String where =
        answer.limits().contains(Limit.OTHER_DATA_CENTERS)
            ? " where all who read and write a row are clients of one data centre"
            : "";
    return seen
        ? answer.safe()
            + " meets every write at "
            + answer.writeLevel()
            + " as well and "
            + saving.replicaReads()
            + ", so lower it to "
            + answer.safe()
            + where
        : "if its writes are all at "
            + answer.writeLevel()
            + " or a stronger level, which was not seen, "
            + answer.safe()
            + " meets them as well"
            + where
            + " and "
            + saving.replicaReads()
            + ": find that out before you lower it";
  }

  private String inUse() {
    String name = answer.table().toString();
    return answer
        .inUse()
        .level()
        .map(
            level ->
                switch (answer.inUse().basis()) {
                  case COUNTED -> name + " is read at " + level;
                  default ->
                      name
                          + " seems to be read at "
                          + level
                          + ", since as many replicas execute a read";
                })
        .orElse("At which level " + name + " is read is not known");
  }

  /** The level to stay at: the one in use, or the safe one where nobody knows it. */
  private String kept() {
    return answer.inUse().level().map(Enum::name).orElse("the level in use");
  }

  /** The upper bound of what the pairs allow. */
  private String most() {
    return "up to "
        + answer.rate().map(rate -> Numbers.percent(rate.high())).orElse("100 %")
        + " (of these rows)";
  }

  private Optional<String> pairs() {
    return answer.compared().map(this::pairs);
  }

  private String pairs(PairResult pairs) {
    String of = "of " + Words.count(pairs.pairs(), "pair") + " of reads " + rows();
    Interval rate = answer.rate().orElse(pairs.rate());
    String interval =
        "95 % interval "
            + Numbers.percent(rate.low()).replace("\u00a0%", "")
            + " to "
            + Numbers.percent(rate.high());
    String undecided =
        (pairs.undecided() == 0 ? "" : ", " + Numbers.count(pairs.undecided()) + " undecided")
            + (pairs.underWay() == 0
                ? ""
                : ", " + Numbers.count(pairs.underWay()) + " overtaken by a write");
    String weak =
        pairs.weak()
            + (answer.inUse().level().filter(pairs.strong()::equals).isPresent()
                ? ""
                : " compared with " + pairs.strong());
    if (pairs.stale() == 0) {
      return of + "none would have been stale at " + weak + " (" + interval + undecided + ")";
    }
    String age =
        Double.isNaN(pairs.oldestStaleMillis())
            ? ""
            : (pairs.stale() == 1 ? ", of a row written " : ", all of rows written at most ")
                + Words.time(pairs.oldestStaleMillis() / MILLIS_PER_SECOND)
                + " before";
    return of
        + Numbers.count(pairs.stale())
        + " would have been stale at "
        + weak
        + " ("
        + Numbers.percent((double) pairs.stale() / pairs.pairs())
        + ", "
        + interval
        + undecided
        + ")"
        + age;
  }

  /** Which rows the pairs were of, where it is known. */
  private String rows() {
    SampledKeys rows = answer.rows().orElse(null);
    if (rows == null) {
      return "";
    }
    if (!answer.isOfRowsInUse()) {
      return "of rows drawn alike ";
    }
    return "of "
        + Words.count(Math.max(1, rows.rowsCompared()), "row")
        + " in use"
        + (shares(rows).isEmpty()
            ? " "
            : ", drawn from those to which about " + shares(rows) + " go, ");
  }

  private String shares(SampledKeys rows) {
    List<String> shares = new ArrayList<>();
    if (rows.shareOfReads() > 0) {
      shares.add(Numbers.wholePercent(rows.shareOfReads()) + " of its reads");
    }
    if (!Double.isNaN(answer.shareOfWrites())) {
      shares.add(Numbers.wholePercent(answer.shareOfWrites()) + " of its writes");
    }
    return String.join(" and ", shares);
  }

  private String estimate() {
    return answer
        .lowestEstimate()
        .flatMap(low -> answer.highestEstimate().map(high -> estimate(low, high)))
        .orElse("");
  }

  private String estimate(RateEstimate low, RateEstimate high) {
    String most = Words.value(high);
    return low.raw() == high.raw()
        ? ", and the estimate of " + most + " stale at " + answer.weak() + " is no ground to change"
        : ", and estimates from "
            + Words.value(low)
            + " to "
            + most
            + " stale at "
            + answer.weak()
            + " are no ground for a change";
  }
}
