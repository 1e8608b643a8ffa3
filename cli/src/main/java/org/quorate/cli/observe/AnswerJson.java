package org.quorate.cli.observe;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.observe.SampledKeys;
import org.quorate.cassandra.observe.TableAnswer;
import org.quorate.core.statistics.Interval;
import org.quorate.core.statistics.PairedTails.Tails;

/** What follows for one table, for programs; null is what is not known. Shares are from 0 to 1. */
record AnswerJson(
    String table,
    String verdict,
    String sentence,
    @Nullable String readLevel,
    String readLevelBasis,
    String weakLevel,
    String safeLevel,
    long pairs,
    long stale,
    @Nullable Double staleRateLow,
    @Nullable Double staleRateHigh,
    @Nullable Double oldestStaleMillis,
    long freshPairs,
    boolean pairsOfRowsInUse,
    @Nullable Integer rowsInUse,
    @Nullable Long rowsCompared,
    @Nullable Double effectivePairs,
    @Nullable Double shareOfReads,
    @Nullable Double shareOfWrites,
    List<String> limits,
    String savingLevel,
    double savedShareOfReplicaReads,
    @Nullable Double savedReplicaReadsPerSecond,
    @Nullable Double savedMillisLow,
    @Nullable Double savedMillisHigh,
    @Nullable Double weakP99Millis,
    @Nullable Double strongP99Millis,
    @Nullable Double savedP99MillisLow,
    @Nullable Double savedP99MillisHigh,
    boolean counters,
    @Nullable Boolean conditionalWrites) {
  /**
   * The view of an answer.
   *
   * @param energy of the hosts; null where they have no meters
   */
  static AnswerJson of(TableAnswer answer, @Nullable EnergyReport energy) {
    @Nullable Interval rate = answer.rate().orElse(null);
    @Nullable Interval saved = answer.compared().flatMap(pairs -> pairs.savedMillis()).orElse(null);
    @Nullable Tails tails = answer.compared().flatMap(pairs -> pairs.tails()).orElse(null);
    return new AnswerJson(
        answer.table().toString(),
        answer.verdict().name(),
        AnswerText.sentence(answer, energy),
        answer.inUse().level().map(Enum::name).orElse(null),
        answer.inUse().basis().name(),
        answer.weak().name(),
        answer.safe().name(),
        answer.compared().map(pairs -> pairs.pairs()).orElse(0L),
        answer.compared().map(pairs -> pairs.stale()).orElse(0L),
        rate == null ? null : Double.valueOf(rate.low()),
        rate == null ? null : Double.valueOf(rate.high()),
        answer
            .compared()
            .map(pairs -> pairs.oldestStaleMillis())
            .filter(age -> !age.isNaN())
            .orElse(null),
        answer.compared().map(pairs -> pairs.fresh()).orElse(0L),
        answer.isOfRowsInUse(),
        answer.rows().map(rows -> rows.rowsInUse()).orElse(null),
        answer.rows().map(rows -> rows.rowsCompared()).orElse(null),
        answer.rows().map(rows -> rows.effectivePairs()).orElse(null),
        answer.rows().map(SampledKeys::shareOfReads).filter(share -> share > 0).orElse(null),
        Double.isNaN(answer.shareOfWrites()) ? null : Double.valueOf(answer.shareOfWrites()),
        answer.limits().stream().sorted().map(Enum::name).toList(),
        answer.target().name(),
        answer.savedShare(),
        Double.isNaN(answer.savedPerSecond()) ? null : Double.valueOf(answer.savedPerSecond()),
        saved == null ? null : Double.valueOf(saved.low()),
        saved == null ? null : Double.valueOf(saved.high()),
        tails == null ? null : Double.valueOf(tails.one()),
        tails == null ? null : Double.valueOf(tails.other()),
        tails == null ? null : Double.valueOf(tails.difference().low()),
        tails == null ? null : Double.valueOf(tails.difference().high()),
        answer.traits().counters(),
        answer.traits().conditionalWrites());
  }
}
