package org.quorate.cassandra.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Pairs that were sent at 500, of rows named by numbers, in rising order. */
class SliceJudgeTest {
  private static final long SENT_AT = 500;
  private static final long NONE = Cells.NONE;
  private static final Comparator<List<ByteBuffer>> RISING =
      Comparator.comparing(key -> key.get(0));

  @Test
  void equalAnswersAreTheSame() {
    assertThat(judge(slice(row(1, 100), row(2, 600)), slice(row(1, 100), row(2, 600)), false))
        .isEqualTo(PairFinding.SAME);
    assertThat(judge(slice(), slice(), false)).isEqualTo(PairFinding.SAME);
  }

  @Test
  void anOlderCellIsStaleIfTheNewerOneWasThereBefore() {
    assertThat(judge(slice(row(1, 100)), slice(row(1, 400)), false)).isEqualTo(PairFinding.STALE);
    assertThat(judge(slice(row(1, 100)), slice(row(1, 600)), false))
        .isEqualTo(PairFinding.UNDER_WAY);
    assertThat(judge(slice(row(1, 700)), slice(row(1, 600)), false)).isEqualTo(PairFinding.NEWER);
  }

  /** Clocks that are 200 apart. */
  @Test
  void aWriterWhoseClockIsAheadHidesWhatIsStaleAndOneThatIsBehindMakesItOfWhatIsUnderWay() {
    assertThat(judge(slice(row(1, 100)), slice(row(1, 400 + 200)), false))
        .as("written before the pair by a clock that is ahead")
        .isEqualTo(PairFinding.UNDER_WAY);
    assertThat(judge(slice(row(1, 100)), slice(row(1, 600 - 200)), false))
        .as("written during the pair by a clock that is behind")
        .isEqualTo(PairFinding.STALE);
  }

  @Test
  void anOlderCellIsStaleBesideANewerOneOfTheSameRow() {
    assertThat(judge(slice(row(1, 100, 700)), slice(row(1, 400, 400)), false))
        .isEqualTo(PairFinding.STALE);
  }

  @Test
  void aMissingRowIsStaleIfItWasThereBefore() {
    assertThat(judge(slice(row(1, 100)), slice(row(1, 100), row(2, 400)), false))
        .isEqualTo(PairFinding.STALE);
    assertThat(judge(slice(), slice(row(2, 400)), true)).isEqualTo(PairFinding.STALE);
    assertThat(judge(slice(row(1, 100)), slice(row(1, 100), row(2, 600)), false))
        .isEqualTo(PairFinding.UNDER_WAY);
  }

  @Test
  void aRowThatOnlyTheWeakerReadHasIsUndecidedUnlessItIsNew() {
    assertThat(judge(slice(row(1, 100), row(2, 400)), slice(row(1, 100)), false))
        .isEqualTo(PairFinding.UNDECIDED);
    assertThat(judge(slice(row(1, 100), row(2, 600)), slice(row(1, 100)), false))
        .isEqualTo(PairFinding.NEWER);
  }

  @Test
  void aRowWithoutCellsHasNoDate() {
    assertThat(judge(slice(), slice(row(1, NONE)), false)).isEqualTo(PairFinding.UNDECIDED);
    assertThat(judge(slice(row(1, NONE)), slice(), false)).isEqualTo(PairFinding.UNDECIDED);
    assertThat(judge(slice(row(1, NONE)), slice(row(1, NONE)), false)).isEqualTo(PairFinding.SAME);
  }

  @Test
  void aMissingCellMayHaveBeenDeletedByANewerWriteOfItsRow() {
    assertThat(judge(slice(row(1, 700, NONE)), slice(row(1, 400, 400)), false))
        .isEqualTo(PairFinding.UNDECIDED);
    assertThat(judge(slice(row(1, 400, NONE)), slice(row(1, 400, 400)), false))
        .isEqualTo(PairFinding.STALE);
  }

  @Test
  void aMissingCellThatIsAboutToExpireMayHaveExpired() {
    Cells expiring = new Cells(new long[] {400}, new boolean[] {true});
    assertThat(judge(slice(), slice(new Row(1, expiring)), false)).isEqualTo(PairFinding.UNDECIDED);
  }

  @Test
  void aRowPushedOutByANewerOneIsNoDifference() {
    assertThat(judge(slice(row(2, 100), row(3, 100)), slice(row(1, 600), row(2, 100)), true))
        .isEqualTo(PairFinding.UNDER_WAY);
    assertThat(judge(slice(row(1, 600), row(2, 100)), slice(row(2, 100), row(3, 100)), true))
        .isEqualTo(PairFinding.NEWER);
  }

  @Test
  void theNewestRowAloneIsStaleIfANewerOneWasThereBefore() {
    assertThat(judge(slice(row(2, 100)), slice(row(1, 400)), true)).isEqualTo(PairFinding.STALE);
    assertThat(judge(slice(row(1, 600)), slice(row(2, 100)), true)).isEqualTo(PairFinding.NEWER);
  }

  @Test
  void ofCutAnswersRowsBehindTheLastAreNotMissing() {
    assertThat(judge(cut(row(1, 100)), cut(row(1, 100), row(2, 100)), false))
        .isEqualTo(PairFinding.SAME);
    assertThat(judge(cut(), slice(row(1, 100)), false)).isEqualTo(PairFinding.SAME);
  }

  @Test
  void staticCellsCountWhereBothReadsHaveARow() {
    assertThat(judge(withStatics(100, row(1, 100)), withStatics(400, row(1, 100)), false))
        .isEqualTo(PairFinding.STALE);
    assertThat(judge(slice(), withStatics(100, row(1, 600)), false))
        .as("of a row under way, in a partition that had static cells before")
        .isEqualTo(PairFinding.UNDER_WAY);
  }

  @Test
  void staticCellsCountWhereThePartitionHasNothingElse() {
    assertThat(judge(slice(), staticsAlone(400), false)).isEqualTo(PairFinding.STALE);
    assertThat(judge(staticsAlone(400), slice(), false)).isEqualTo(PairFinding.UNDECIDED);
    assertThat(judge(staticsAlone(100), withStatics(100, row(1, 400)), true))
        .as("the row of static cells alone is not the slice's last")
        .isEqualTo(PairFinding.STALE);
  }

  private static PairFinding judge(SliceAnswer weak, SliceAnswer strong, boolean limited) {
    return SliceJudge.judge(weak, strong, SENT_AT, RISING, limited);
  }

  private record Row(int key, Cells cells) {}

  private static Row row(int key, long... writtenAt) {
    return new Row(key, new Cells(writtenAt, new boolean[writtenAt.length]));
  }

  private static SliceAnswer slice(Row... rows) {
    return answer(null, false, false, rows);
  }

  private static SliceAnswer cut(Row... rows) {
    return answer(null, false, true, rows);
  }

  private static SliceAnswer withStatics(long writtenAt, Row... rows) {
    return answer(row(0, writtenAt).cells(), false, false, rows);
  }

  private static SliceAnswer staticsAlone(long writtenAt, Row... rows) {
    return answer(row(0, writtenAt).cells(), true, false, rows);
  }

  private static SliceAnswer answer(
      @Nullable Cells statics, boolean alone, boolean more, Row... rows) {
    LinkedHashMap<List<ByteBuffer>, Cells> kept = new LinkedHashMap<>();
    for (Row row : rows) {
      kept.put(key(row.key()), row.cells());
    }
    return new SliceAnswer(kept, statics, alone, more);
  }

  static List<ByteBuffer> key(int key) {
    return List.of(ByteBuffer.allocate(4).putInt(0, key));
  }
}
