package org.quorate.hbase.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quorate.hbase.spill.SpillCluster.NO_REGION;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SegmentLedgerTest {
  @TempDir Path folder;

  private final SegmentLedger ledger = new SegmentLedger();

  private Segment segment(int number, long... sequences) throws Exception {
    Segment segment = new Segment(folder, number);
    ledger.open(segment, 10);
    for (long sequence : sequences) {
      Submission submission = new Submission();
      submission.renew(
          new MutationWriter().write(sequence, Writes.TABLE, NO_REGION, Writes.put(1)), sequence);
      ledger.accept(submission, segment);
    }
    return segment;
  }

  private SequenceTable noted(Segment segment) throws Exception {
    return AcknowledgementFile.read(Segment.acknowledgementFile(segment.file()));
  }

  @Test
  void theOldCopyOfAWriteThatWasMovedIsNotAppliedEither() throws Exception {
    Segment from = segment(1, 1, 2);
    Segment to = segment(2, 3);
    ledger.move(1, 100, from, to);
    ledger.acknowledge(1);
    ledger.acknowledge(3);
    ledger.takeAcknowledged().write();
    assertThat(noted(from).contains(1)).isTrue();
    assertThat(noted(from).contains(2)).isFalse();
    assertThat(noted(to).contains(1)).isTrue();
    assertThat(noted(to).contains(3)).isTrue();
  }

  @Test
  void theCopyOfAWriteThatWasAcknowledgedMeanwhileIsNotApplied() throws Exception {
    Segment from = segment(1, 1, 2);
    Segment to = segment(2);
    ledger.acknowledge(1);
    ledger.move(1, 100, from, to);
    ledger.takeAcknowledged().write();
    assertThat(noted(from).contains(1)).isTrue();
    assertThat(noted(to).contains(1)).isTrue();
    assertThat(ledger.writes()).isEqualTo(1);
  }

  @Test
  void whatMadeASegmentNeedlessIsNotedToo() throws Exception {
    Segment segment = segment(1, 1);
    assertThat(ledger.seal(segment, 5)).isFalse();
    SegmentLedger.Change change = ledger.acknowledge(1);
    assertThat(change).isEqualTo(new SegmentLedger.Change(segment, true));
    ledger.takeAcknowledged().write();
    assertThat(noted(segment).contains(1)).isTrue();
  }
}
