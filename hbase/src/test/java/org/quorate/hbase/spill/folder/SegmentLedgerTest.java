package org.quorate.hbase.spill.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SegmentLedgerTest {
  @TempDir Path folder;

  private final SegmentLedger ledger = new SegmentLedger();

  private Segment segment(int number, long... sequences) throws Exception {
    Segment segment = new Segment(folder, number);
    segment.grow(10);
    ledger.open(segment);
    for (long sequence : sequences) {
      ledger.accept(List.of(Writes.submission(Writes.record(sequence, Writes.put(1)))), segment);
    }
    return segment;
  }

  private boolean move(long sequence, Segment from, Segment to) throws Exception {
    return ledger.move(
        List.of(Writes.submission(Writes.record(sequence, Writes.put(1)))), from, to);
  }

  private Set<Long> noted(Segment segment) throws Exception {
    return AcknowledgementFile.read(Segment.acknowledgementFile(segment.file()));
  }

  @Test
  void theOldCopyOfAWriteThatWasMovedIsNotAppliedEither() throws Exception {
    Segment from = segment(1, 1, 2);
    Segment to = segment(2, 3);
    assertThat(move(1, from, to)).isFalse();
    assertThat(ledger.acknowledge(1)).isNull();
    assertThat(ledger.acknowledge(3)).isNull();
    ledger.takeAcknowledged().write();
    assertThat(noted(from).contains(1L)).isTrue();
    assertThat(noted(from).contains(2L)).isFalse();
    assertThat(noted(to).contains(1L)).isTrue();
    assertThat(noted(to).contains(3L)).isTrue();
  }

  @Test
  void theCopyOfAWriteThatWasAcknowledgedMeanwhileIsNotApplied() throws Exception {
    Segment from = segment(1, 1, 2);
    Segment to = segment(2);
    ledger.acknowledge(1);
    assertThat(move(1, from, to)).isFalse();
    ledger.takeAcknowledged().write();
    assertThat(noted(from).contains(1L)).isTrue();
    assertThat(noted(to).contains(1L)).isTrue();
    assertThat(ledger.writes()).isEqualTo(1);
  }

  @Test
  void whatMadeASegmentNeedlessIsNotedToo() throws Exception {
    Segment segment = segment(1, 1);
    assertThat(ledger.seal(segment)).isFalse();
    assertThat(ledger.acknowledge(1)).isSameAs(segment);
    ledger.takeAcknowledged().write();
    assertThat(noted(segment).contains(1L)).isTrue();
  }
}
