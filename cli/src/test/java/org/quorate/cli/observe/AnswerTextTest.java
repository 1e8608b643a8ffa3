package org.quorate.cli.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.observe.AnswerVerdict;
import org.quorate.cassandra.observe.LevelInUse;
import org.quorate.cassandra.observe.LevelInUse.Basis;
import org.quorate.cassandra.observe.RateEstimate;
import org.quorate.cassandra.observe.SampledKeys;
import org.quorate.cassandra.observe.TableAnswer;
import org.quorate.cassandra.observe.TableAnswer.Limit;
import org.quorate.cassandra.observe.TableTraits;
import org.quorate.cassandra.sample.PairResult;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.statistics.Interval;
import org.quorate.core.statistics.PairedTails.Tails;
import org.quorate.core.statistics.Wilson;

/** Each thing that can be said of a table, word by word. */
final class AnswerTextTest {
  private static final LevelInUse COUNTED =
      new LevelInUse(Optional.of(Level.QUORUM), Basis.COUNTED);
  private static final LevelInUse INFERRED =
      new LevelInUse(Optional.of(Level.QUORUM), Basis.REPLICAS);
  private static final LevelInUse UNKNOWN = new LevelInUse(Optional.empty(), Basis.UNKNOWN);

  @Test
  void pairsThatTellSayWhatTheWeakerLevelCostsAndSaves() {
    assertThat(sentence(AnswerVerdict.MEASURED, COUNTED, pairs(41_200, 3, 38.2)))
        .isEqualTo(
            "shop.carts is read at QUORUM; of 41,200 pairs of reads 3 would have been stale at ONE"
                + " (0.00728 %, 95 % interval 0.00248 to 0.0214 %), all of rows written at most"
                + " 38.2 ms before; ONE would save 50 % of replica reads (100 a second) and 1.25"
                + " ms of the 2.5 ms that a read at QUORUM takes; so ONE will do where up to 0.0214"
                + " % (of these rows) of stale reads are acceptable, else keep QUORUM.");
  }

  @Test
  void theP99OfThePairsIsToldWhereItCouldBeToldFromNone() {
    assertThat(sentence(AnswerVerdict.MEASURED, COUNTED, tailed(new Interval(3.1, 22, 0.95))))
        .contains(
            "1.25 ms of the 2.5 ms that a read at QUORUM takes; the p99 of these reads was 12 ms"
                + " instead of 31 ms (95 % interval 3.10 ms to 22 ms less); so ONE will do");
    assertThat(sentence(AnswerVerdict.MEASURED, COUNTED, tailed(new Interval(-1, 22, 0.95))))
        .contains("that a read at QUORUM takes; at the p99 no difference could be told; so ONE");
    assertThat(sentence(AnswerVerdict.MEASURED, COUNTED, tailed(new Interval(-22, -3.1, 0.95))))
        .as("the weaker read is the slower one")
        .contains("; the p99 of these reads was 12 ms instead of 31 ms (95 % interval 3.10 ms to")
        .contains(" 22 ms more); so ONE will do");
    assertThat(sentence(AnswerVerdict.MEASURED, COUNTED, pairs(400, 0, Double.NaN)))
        .doesNotContain("p99");
    LevelInUse all = new LevelInUse(Optional.of(Level.ALL), Basis.COUNTED);
    assertThat(sentence(AnswerVerdict.MEASURED, all, tailed(new Interval(3.1, 22, 0.95))))
        .as("of another level than the pairs compare")
        .doesNotContain("p99");
  }

  private static PairResult tailed(Interval difference) {
    return pairs(
        10_000,
        0,
        Double.NaN,
        new Interval(1.1, 1.4, 0.95),
        Optional.of(new Tails(12, 31, difference)));
  }

  @Test
  void withMetersJoulesAreNamedAndSaidNotToBeTold() {
    TableAnswer answer =
        answer("carts", AnswerVerdict.MEASURED, COUNTED, pairs(10_000, 0, Double.NaN), 100, false);
    assertThat(AnswerText.sentence(answer, EnergySamples.report()))
        .contains(
            "; what it would save in joules cannot be told by looking on, only that the hosts draw ")
        .contains(" for each operation of all tables and levels, idle or not; so ONE will do");
    assertThat(AnswerText.sentence(answer, null)).doesNotContain("joules");
  }

  @Test
  void noStalePairIsAnUpperBound() {
    assertThat(sentence(AnswerVerdict.MEASURED, INFERRED, pairs(10_000, 0, Double.NaN)))
        .startsWith(
            "shop.carts seems to be read at QUORUM, since as many replicas execute a read; of 10,000"
                + " pairs of reads none would have been stale at ONE (95 % interval 0 to 0.0384 %);")
        .endsWith(
            "so ONE will do where up to 0.0384 % (of these rows) of stale reads are acceptable, else keep QUORUM.");
  }

  @Test
  void theAgeOfASingleStaleRowIsItsOwn() {
    assertThat(sentence(AnswerVerdict.MEASURED, COUNTED, pairs(10_000, 1, 1.61)))
        .contains("%), of a row written 1.61 ms before; ONE would save");
  }

  @Test
  void fewPairsAreNoGroundForAChange() {
    assertThat(sentence(AnswerVerdict.TOO_FEW_PAIRS, UNKNOWN, pairs(30, 0, Double.NaN)))
        .startsWith(
            "At which level shop.carts is read is not known; of 30 pairs of reads none would have"
                + " been stale at ONE compared with QUORUM (95 % interval 0 to 11.4 %); this is no"
                + " ground for a change, since these are too few pairs, as those of one row may all"
                + " agree: keep the level in use, and look longer (--duration 10m) or compare more"
                + " (--sample-keys, up to 50 a second); ONE would save 50 % of replica reads (100 a"
                + " second) of reads at QUORUM");
  }

  @Test
  void whyPairsAreNoGroundIsSaid() {
    assertThat(
            AnswerText.sentence(
                limited(
                    AnswerVerdict.TOO_FEW_PAIRS,
                    COUNTED,
                    pairs(10_000, 0, Double.NaN),
                    Set.of(Limit.CLOCKS_APART, Limit.WRITES_NOT_COUNTED)),
                null))
        .contains(
            "this is no ground for a change, since the clock of one who writes is ahead of this"
                + " machine's, which hides stale reads, and that all writes are at QUORUM or a"
                + " stronger level was not seen (--jmx and --prometheus count them): keep QUORUM;");
  }

  @Test
  void aStrongerLevelIsNotLoweredOnAWriteLevelThatWasNotSeen() {
    LevelInUse all = new LevelInUse(Optional.of(Level.ALL), Basis.COUNTED);
    assertThat(
            AnswerText.sentence(
                limited(
                    AnswerVerdict.STRONGER_THAN_NEEDED,
                    all,
                    null,
                    Set.of(Limit.WRITES_NOT_COUNTED)),
                null))
        .isEqualTo(
            "shop.carts is read at ALL; if its writes are all at QUORUM or a stronger level, which"
                + " was not seen, QUORUM meets them as well and would save 50 % of replica reads (100"
                + " a second): find that out before you lower it.");
  }

  @Test
  void anEstimateIsNoGroundForAChange() {
    assertThat(sentence(AnswerVerdict.ONLY_ESTIMATED, COUNTED, null))
        .isEqualTo(
            "shop.carts is read at QUORUM; no reads of it were compared, and estimates from 0.100 %"
                + " to 47.4 % stale at ONE are no ground for a change, so keep QUORUM until they are"
                + " (--sample-keys 20); ONE would save 50 % of replica reads (100 a second).");
  }

  @Test
  void theWeakestLevelHasItsStaleReadsTold() {
    LevelInUse one = new LevelInUse(Optional.of(Level.ONE), Basis.COUNTED);
    assertThat(sentence(AnswerVerdict.AT_THE_WEAKEST, one, pairs(1_000, 20, 12)))
        .isEqualTo(
            "shop.carts is read at ONE, the weakest level there is; of 1,000 pairs of reads 20 would"
                + " have been stale at ONE compared with QUORUM (2 %, 95 % interval 1.30 to 3.07 %), all of rows"
                + " written at most 12 ms before; where that is too many, QUORUM meets every write"
                + " at QUORUM.");
    assertThat(sentence(AnswerVerdict.AT_THE_WEAKEST, one, null))
        .contains("how many of these reads are stale is not known, and estimates from 0.100 %");
  }

  @Test
  void aStrongerLevelThanNeededIsLowered() {
    LevelInUse all = new LevelInUse(Optional.of(Level.ALL), Basis.COUNTED);
    assertThat(sentence(AnswerVerdict.STRONGER_THAN_NEEDED, all, null))
        .isEqualTo(
            "shop.carts is read at ALL; QUORUM meets every write at QUORUM as well and would save"
                + " 50 % of replica reads (100 a second), so lower it to QUORUM.");
  }

  @Test
  void countersKeepTheirLevel() {
    assertThat(sentence(AnswerVerdict.NOT_COMPARABLE, COUNTED, null))
        .isEqualTo(
            "shop.carts is read at QUORUM; it has counters, whose reads cannot be compared by"
                + " timestamps, so keep its level: what ONE would cost is not known.");
  }

  @Test
  void whereNothingCanBeStaleNothingStrongerIsNeeded() {
    assertThat(sentence(AnswerVerdict.NEVER_STALE, COUNTED, null))
        .contains("reads at ONE meet every write at QUORUM, so they are never stale");
  }

  @Test
  void conditionalWritesKeepTheirSerialReads() {
    TableAnswer answer =
        answer("carts", AnswerVerdict.MEASURED, COUNTED, pairs(10_000, 0, Double.NaN), 100, true);
    assertThat(AnswerText.sentence(answer, null))
        .endsWith(
            "; it has conditional writes: whatever reads for these stays at SERIAL or"
                + " LOCAL_SERIAL.");
  }

  @Test
  void aTimeThatCannotBeToldFromNoneIsNotClaimed() {
    PairResult same = pairs(10_000, 0, Double.NaN, new Interval(-0.1, 0.2, 0.95));
    assertThat(sentence(AnswerVerdict.MEASURED, COUNTED, same))
        .contains("(100 a second), and no time that could be told from none;");
  }

  @Test
  void whichRowsThePairsWereOfIsSaid() {
    PairResult pairs = pairs(10_000, 0, Double.NaN);
    SampledKeys used =
        new SampledKeys(
            Optional.of(pairs),
            Optional.empty(),
            400,
            70,
            10,
            0,
            87,
            10_000,
            false,
            Optional.empty());
    assertThat(sentence(AnswerVerdict.MEASURED, COUNTED, pairs, used))
        .contains(
            "of 10,000 pairs of reads of 87 rows in use, drawn from those to which about 20 % of its"
                + " writes go, none would have been stale at ONE");
    SampledKeys read =
        new SampledKeys(
            Optional.of(pairs),
            Optional.empty(),
            400,
            70,
            10,
            0.62,
            87,
            10_000,
            false,
            Optional.empty());
    assertThat(sentence(AnswerVerdict.MEASURED, COUNTED, pairs, read))
        .contains(
            "of 87 rows in use, drawn from those to which about 62 % of its reads and 20 % of its"
                + " writes go, none");
    SampledKeys alike =
        new SampledKeys(
            Optional.empty(), Optional.of(pairs), 2_000, 0, 0, 0, 0, 0, false, Optional.empty());
    assertThat(sentence(AnswerVerdict.NONE_IN_USE_FOUND, COUNTED, pairs, alike))
        .endsWith(
            "; but none of the 2,000 rows looked at was written in the last minute, so this says"
                + " little of the rows in use: keep QUORUM, and look longer (--duration 10m).");
  }

  @Test
  void whyNothingWasComparedIsSaid() {
    SampledKeys none =
        new SampledKeys(
            Optional.empty(),
            Optional.empty(),
            0,
            0,
            0,
            0,
            0,
            0,
            false,
            Optional.of("the role may not read it: GRANT SELECT ON shop.carts TO it"));
    assertThat(sentence(AnswerVerdict.ONLY_ESTIMATED, COUNTED, null, none))
        .contains(
            "no reads of it were compared (the role may not read it: GRANT SELECT ON shop.carts TO"
                + " it), and estimates from")
        .contains("so keep QUORUM until they are;");
  }

  @Test
  void tablesThatAreHardlyReadShareOneSentenceAndComeLast() {
    List<TableAnswer> answers =
        List.of(
            answer("audit", AnswerVerdict.HARDLY_READ, UNKNOWN, null, 0, false),
            answer("seldom", AnswerVerdict.HARDLY_READ, UNKNOWN, null, 0.2, false),
            answer("less", AnswerVerdict.NOT_COMPARABLE, COUNTED, null, 5, false),
            answer("most", AnswerVerdict.NOT_COMPARABLE, COUNTED, null, 50, false));
    List<String> sentences = AnswerText.sentences(answers, null);
    assertThat(sentences).hasSize(3);
    assertThat(sentences.get(0)).startsWith("shop.most ");
    assertThat(sentences.get(1)).startsWith("shop.less ");
    assertThat(sentences.get(2))
        .isEqualTo(
            "shop.audit, shop.seldom are hardly read, each less than once a second, so no level of"
                + " theirs is worth changing.");
    assertThat(AnswerText.sentences(answers.subList(1, 2), null))
        .containsExactly(
            "shop.seldom is hardly read (0.200 times a second), so no level of it is worth"
                + " changing.");
    assertThat(AnswerText.sentences(answers.subList(0, 1), null))
        .containsExactly(
            "No point read of shop.audit was counted, so no level of it is worth changing.");
  }

  private static String sentence(AnswerVerdict verdict, LevelInUse inUse, PairResult pairs) {
    return AnswerText.sentence(answer("carts", verdict, inUse, pairs, 100, false), null);
  }

  private static String sentence(
      AnswerVerdict verdict, LevelInUse inUse, PairResult pairs, SampledKeys rows) {
    return AnswerText.sentence(
        answer("carts", verdict, inUse, pairs, 100, false, Optional.of(rows)), null);
  }

  private static TableAnswer answer(
      String table,
      AnswerVerdict verdict,
      LevelInUse inUse,
      PairResult pairs,
      double reads,
      boolean conditional) {
    return answer(table, verdict, inUse, pairs, reads, conditional, Optional.empty());
  }

  private static TableAnswer answer(
      String table,
      AnswerVerdict verdict,
      LevelInUse inUse,
      PairResult pairs,
      double reads,
      boolean conditional,
      Optional<SampledKeys> rows) {
    Set<Limit> limits = verdict == AnswerVerdict.TOO_FEW_PAIRS ? Set.of(Limit.FEW_PAIRS) : Set.of();
    return answer(table, verdict, inUse, pairs, reads, conditional, rows, limits);
  }

  private static TableAnswer limited(
      AnswerVerdict verdict, LevelInUse inUse, PairResult pairs, Set<Limit> limits) {
    return answer("carts", verdict, inUse, pairs, 100, false, Optional.empty(), limits);
  }

  private static TableAnswer answer(
      String table,
      AnswerVerdict verdict,
      LevelInUse inUse,
      PairResult pairs,
      double reads,
      boolean conditional,
      Optional<SampledKeys> rows,
      Set<Limit> limits) {
    return new TableAnswer(
        new TableName("shop", table),
        verdict,
        inUse,
        Level.ONE,
        Level.QUORUM,
        Level.QUORUM,
        reads,
        Optional.ofNullable(pairs),
        rows,
        0.2,
        Level.ONE,
        limits,
        0.5,
        reads,
        Optional.of(new RateEstimate("pbs", 0.001, 0.001, 0.002)),
        Optional.of(new RateEstimate("harmony", 0.474, 0.4, 0.6)),
        new TableTraits(false, conditional, OptionalLong.empty()));
  }

  private static PairResult pairs(long pairs, long stale, double oldestStaleMillis) {
    return pairs(pairs, stale, oldestStaleMillis, new Interval(1.1, 1.4, 0.95));
  }

  private static PairResult pairs(
      long pairs, long stale, double oldestStaleMillis, Interval savedMillis) {
    return pairs(pairs, stale, oldestStaleMillis, savedMillis, Optional.empty());
  }

  private static PairResult pairs(
      long pairs,
      long stale,
      double oldestStaleMillis,
      Interval savedMillis,
      Optional<Tails> tails) {
    return new PairResult(
        Level.ONE,
        Level.QUORUM,
        pairs,
        stale,
        0,
        0,
        0,
        0,
        0,
        Wilson.interval(stale, pairs, 0.95),
        1.25,
        2.5,
        Double.NaN,
        oldestStaleMillis,
        0,
        Optional.of(savedMillis),
        tails,
        Optional.empty());
  }
}
