package org.quorate.hbase.spill.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.testing.RewrittenFile;

/** What a crash or a bad disk can make of a segment. */
final class SegmentReaderTest {
  private static final int RECORDS = 6;
  private static final SegmentHeader HEADER = new SegmentHeader(false);

  @TempDir Path folder;

  private Path file = Path.of("");
  private byte[] whole = {};

  /** How long the file is when so many records are in it. */
  private final List<Integer> ends = new ArrayList<>();

  @BeforeEach
  void writeASegment() throws Exception {
    file = folder.resolve("0000000001.log");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(HEADER.encoded());
    ends.add(out.size());
    for (int i = 1; i <= RECORDS; i++) {
      // Values of zeros, since zeros at the end of a file are those of a crash.
      byte[] value = i % 2 == 0 ? new byte[30] : Writes.bytes("value");
      out.writeBytes(Writes.encoded(Writes.record(i, Writes.put(i, value))));
      ends.add(out.size());
    }
    whole = out.toByteArray();
  }

  private record Read(List<Long> sequences, SegmentReader.End end) {}

  private Read read(byte[] bytes) throws IOException {
    RewrittenFile.write(file, bytes);
    SegmentReader reader = SegmentReader.open(file);
    List<Long> sequences = new ArrayList<>();
    for (SegmentReader.Frame frame = reader.next(); frame != null; frame = reader.next()) {
      sequences.add(frame.sequence());
      assertThat(Writes.text(MutationReader.read(frame.sequence(), frame.payload()).mutation()))
          .contains("row-" + frame.sequence());
    }
    return new Read(sequences, reader.end());
  }

  private int recordsIn(int length) {
    return (int) ends.stream().filter(end -> end <= length).count() - 1;
  }

  @Test
  void cutAnywhereAllWholeRecordsBeforeAreRead() throws Exception {
    for (int length = 0; length <= whole.length; length++) {
      Read read = read(Arrays.copyOf(whole, length));
      assertThat(read.sequences())
          .as("of %d bytes", length)
          .hasSize(Math.max(0, recordsIn(length)));
      assertThat(read.end())
          .as("of %d bytes", length)
          .isEqualTo(
              isBehindARecord(length) ? SegmentReader.End.BEHIND_A_RECORD : SegmentReader.End.CUT);
    }
  }

  /** Whether nothing of the next record is left, apart from zeros that it begins with. */
  private boolean isBehindARecord(int length) {
    int end = length;
    while (end > 0 && whole[end - 1] == 0) {
      end--;
    }
    return ends.contains(end);
  }

  @Test
  void cutAnywhereAndFilledWithZerosAllWholeRecordsBeforeAreRead() throws Exception {
    for (int length = 0; length <= whole.length; length++) {
      byte[] zeros = Arrays.copyOf(Arrays.copyOf(whole, length), whole.length + 9_000);
      Read read = read(zeros);
      assertThat(read.sequences())
          .as("of %d bytes", length)
          .hasSize(Math.max(0, recordsIn(length)));
      assertThat(read.end()).isNotEqualTo(SegmentReader.End.ORDERLY);
    }
  }

  @Test
  void noFlippedBitGoesUnnoticed() {
    for (int bit = 0; bit < 8 * whole.length; bit++) {
      byte[] flipped = whole.clone();
      flipped[bit / 8] ^= (byte) (1 << (bit % 8));
      assertThatThrownBy(() -> read(flipped))
          .as("bit %d", bit)
          .isInstanceOfAny(SpillDamagedException.class, SpillFormatException.class)
          .hasMessageContaining(file.toString());
    }
  }

  @Test
  void aDamageIsToldWithItsPlaceAndNothingBehindItIsRead() throws Exception {
    byte[] damaged = whole.clone();
    damaged[ends.get(3) - 8] ^= (byte) 1;
    Files.write(file, damaged);
    SegmentReader reader = SegmentReader.open(file);
    assertThat(reader.next()).isNotNull();
    assertThat(reader.next()).isNotNull();
    for (int attempt = 0; attempt < 2; attempt++) {
      assertThatThrownBy(reader::next)
          .isInstanceOfSatisfying(
              SpillDamagedException.class,
              damage -> {
                assertThat(damage.position()).isEqualTo(ends.get(2).longValue());
                assertThat(damage.file()).isEqualTo(file);
                assertThat(damage).hasMessageContaining("at byte " + ends.get(2));
              });
    }
  }

  @Test
  void aDamagedLengthDoesNotPassForARecordThatWasCutOff() throws Exception {
    byte[] damaged = whole.clone();
    Bytes.putInt(damaged, ends.get(1), 1 << 20);
    assertThatThrownBy(() -> read(damaged)).isInstanceOf(SpillDamagedException.class);
  }

  @Test
  void theOrderlyEndIsRecognized() throws Exception {
    byte[] end = Frames.end(whole.length);
    byte[] ended = Arrays.copyOf(whole, whole.length + end.length);
    System.arraycopy(end, 0, ended, whole.length, end.length);
    assertThat(read(ended).end()).isEqualTo(SegmentReader.End.ORDERLY);
    assertThatThrownBy(() -> read(Arrays.copyOf(Bytes.add(ended, whole), ended.length + 40)))
        .isInstanceOf(SpillDamagedException.class)
        .hasMessageContaining("follows");
  }

  @Test
  void anotherVersionIsToldAndNotGuessed() throws Exception {
    byte[] newer = whole.clone();
    Bytes.putInt(newer, 8, 3);
    assertThatThrownBy(() -> read(newer))
        .isInstanceOf(SpillFormatException.class)
        .hasMessageContaining("version 3")
        .hasMessageContaining("reads version 2")
        .hasMessageContaining("the Quorate that wrote it");
  }

  @Test
  void anotherFileIsNoSegment() {
    assertThatThrownBy(() -> read(Writes.bytes("a letter to somebody")))
        .isInstanceOf(SpillFormatException.class)
        .hasMessageContaining("is not a segment of a spill");
  }

  @Test
  void theHeaderSaysWhetherItsRecordsWereForced() throws Exception {
    Files.write(file, whole);
    SegmentReader reader = SegmentReader.open(file);
    assertThat(reader.header()).contains(HEADER);
  }

  @Test
  void aRecordLargerThanAnyBlockIsRead() throws Exception {
    byte[] large = Writes.encoded(Writes.record(99, Writes.put(99, new byte[1_000_000])));
    assertThat(read(Bytes.add(whole, large)).sequences()).hasSize(RECORDS + 1).endsWith(99L);
  }
}
