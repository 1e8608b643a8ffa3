package org.quorate.hbase.spill.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.testing.RewrittenFile;

/** A segment whose groups of writes were forced, which a crash of the machine can tear. */
final class TornSegmentTest {
  private static final int GROUPS = 3;
  private static final int TOGETHER = 3;

  @TempDir Path folder;

  private Path file = Path.of("");
  private byte[] whole = {};

  /** Where the mark of each group is. */
  private final List<Integer> marks = new ArrayList<>();

  @BeforeEach
  void writeASegment() throws Exception {
    file = folder.resolve("0000000001.log");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(new SegmentHeader(true).encoded());
    for (int group = 0; group < GROUPS; group++) {
      marks.add(out.size());
      byte[] mark = new byte[Frames.AROUND_PAYLOAD];
      Frames.mark(mark, out.size());
      out.writeBytes(mark);
      for (int i = 1; i <= TOGETHER; i++) {
        long sequence = (long) group * TOGETHER + i;
        out.writeBytes(Writes.encoded(Writes.record(sequence, Writes.put(sequence))));
      }
    }
    whole = out.toByteArray();
  }

  /** The sequences that are read; the writes of the last group may be missing, from the end. */
  private List<Long> read(byte[] bytes) throws IOException {
    RewrittenFile.write(file, bytes);
    SegmentReader reader = SegmentReader.open(file);
    List<Long> sequences = new ArrayList<>();
    for (SegmentReader.Frame frame = reader.next(); frame != null; frame = reader.next()) {
      sequences.add(frame.sequence());
      assertThat(Writes.text(MutationReader.read(frame.sequence(), frame.payload()).mutation()))
          .isEqualTo(Writes.text(Writes.put(frame.sequence())));
    }
    return sequences;
  }

  private static List<Long> upTo(int last) {
    List<Long> sequences = new ArrayList<>();
    for (long sequence = 1; sequence <= last; sequence++) {
      sequences.add(sequence);
    }
    return sequences;
  }

  private int lastMark() {
    return marks.get(GROUPS - 1);
  }

  @Test
  void marksAreNoRecords() throws Exception {
    assertThat(read(whole)).isEqualTo(upTo(GROUPS * TOGETHER));
    byte[] end = Frames.end(whole.length);
    assertThat(read(Bytes.add(whole, end))).isEqualTo(upTo(GROUPS * TOGETHER));
  }

  @Test
  void whateverBecomesOfTheLastGroupAllBeforeItIsReadAndNothingByHalves() throws Exception {
    for (int bit = 8 * lastMark(); bit < 8 * whole.length; bit++) {
      byte[] flipped = whole.clone();
      flipped[bit / 8] ^= (byte) (1 << (bit % 8));
      List<Long> read = read(flipped);
      assertThat(read.size()).as("bit %d", bit).isBetween(forced(), GROUPS * TOGETHER - 1);
      assertThat(read).isEqualTo(upTo(read.size()));
    }
    for (int hole = lastMark(); hole < whole.length; hole += 7) {
      byte[] zeros = whole.clone();
      Arrays.fill(zeros, hole, Math.min(whole.length, hole + 40), (byte) 0);
      List<Long> read = read(zeros);
      assertThat(read.size()).as("zeros at %d", hole).isBetween(forced(), GROUPS * TOGETHER - 1);
      assertThat(read).isEqualTo(upTo(read.size()));
    }
  }

  private static int forced() {
    return (GROUPS - 1) * TOGETHER;
  }

  @Test
  void damageBeforeTheLastMarkIsTold() {
    for (int bit = 0; bit < 8 * lastMark(); bit++) {
      byte[] flipped = whole.clone();
      flipped[bit / 8] ^= (byte) (1 << (bit % 8));
      assertThatThrownBy(() -> read(flipped))
          .as("bit %d", bit)
          .isInstanceOfAny(SpillDamagedException.class, SpillFormatException.class);
    }
  }

  @Test
  void beforeItsOrderlyEndEveryDamageIsTold() {
    byte[] ended = Bytes.add(whole, Frames.end(whole.length));
    for (int at = marks.get(0); at < whole.length; at++) {
      byte[] flipped = ended.clone();
      flipped[at] ^= (byte) 8;
      assertThatThrownBy(() -> read(flipped))
          .as("byte %d", at)
          .isInstanceOf(SpillDamagedException.class);
    }
  }

  @Test
  void aMarkOfAnotherPlaceProvesNothing() throws Exception {
    byte[] torn = whole.clone();
    torn[lastMark() + Frames.AROUND_PAYLOAD + 3] ^= (byte) 1;
    byte[] elsewhere = new byte[Frames.AROUND_PAYLOAD];
    Frames.mark(elsewhere, whole.length + 1);
    assertThat(read(Bytes.add(torn, elsewhere))).isEqualTo(upTo(forced()));
  }
}
