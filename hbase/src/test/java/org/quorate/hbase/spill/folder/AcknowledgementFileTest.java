package org.quorate.hbase.spill.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.testing.RewrittenFile;

final class AcknowledgementFileTest {
  @TempDir Path folder;

  private Path file() {
    return folder.resolve("0000000001.ack");
  }

  private void write(long... sequences) throws Exception {
    AcknowledgementFile file = new AcknowledgementFile(file());
    long before = Files.exists(file()) ? Files.size(file()) : 0;
    AcknowledgementBatch batch = new AcknowledgementBatch();
    Arrays.stream(sequences).forEach(sequence -> batch.add(sequence, file));
    long written = batch.write();
    assertThat(file.bytes()).isEqualTo(Files.exists(file()) ? Files.size(file()) : 0);
    assertThat(written)
        .isLessThanOrEqualTo(file.bytes())
        .isGreaterThanOrEqualTo(file.bytes() - before);
  }

  @Test
  void allSequencesAreReadAgain() throws Exception {
    long[] sequences = {5, 3, Long.MAX_VALUE, 1, 1_000_000, 4, Long.MIN_VALUE, -7};
    write(sequences);
    Set<Long> read = AcknowledgementFile.read(file());
    assertThat(read.size()).isEqualTo(sequences.length);
    assertThat(LongStream.of(sequences)).allMatch(read::contains);
  }

  @Test
  void sequencesThatFollowEachOtherTakeAByteEach() throws Exception {
    write(LongStream.range(0, 5_000).toArray());
    assertThat(Files.size(file())).isLessThan(5_100);
  }

  @Test
  void nothingIsMadeWhereNothingIsAcknowledged() throws Exception {
    write();
    assertThat(file()).doesNotExist();
    assertThat(AcknowledgementFile.read(file()).size()).isZero();
  }

  @Test
  void aGroupThatIsCutOffOrDamagedEndsTheReading() throws Exception {
    write(1, 2, 3);
    int first = (int) Files.size(file());
    write(10, 20, 30);
    byte[] whole = Files.readAllBytes(file());
    for (int length = 0; length < whole.length; length++) {
      RewrittenFile.write(file(), Arrays.copyOf(whole, length));
      assertThat(AcknowledgementFile.read(file()).size()).isEqualTo(length < first ? 0 : 3);
    }
    for (int bit = 0; bit < 8 * whole.length; bit++) {
      byte[] flipped = whole.clone();
      flipped[bit / 8] ^= (byte) (1 << (bit % 8));
      RewrittenFile.write(file(), flipped);
      Set<Long> read = AcknowledgementFile.read(file());
      assertThat(read.size()).isEqualTo(bit / 8 < first ? 0 : 3);
    }
  }

  @Test
  void whoeverGoesOnDoesSoBehindTheLastWholeGroup() throws Exception {
    write(1, 2, 3);
    byte[] whole = Files.readAllBytes(file());
    Files.write(file(), Arrays.copyOf(whole, whole.length + 5));
    write(4);
    Set<Long> read = AcknowledgementFile.read(file());
    assertThat(LongStream.rangeClosed(1, 4)).allMatch(read::contains);
  }

  /** Else all writes of its segment would be applied again, without a word. */
  @Test
  void aFileThatIsThereAndCannotBeReadIsNotTakenForNone() throws Exception {
    assertThat(AcknowledgementFile.read(file())).isEmpty();
    Files.createDirectory(file());
    assertThatThrownBy(() -> AcknowledgementFile.read(file())).isInstanceOf(IOException.class);
  }
}
