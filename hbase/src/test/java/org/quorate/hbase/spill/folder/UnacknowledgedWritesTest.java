package org.quorate.hbase.spill.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quorate.hbase.spill.folder.Writes.append;
import static org.quorate.hbase.spill.folder.Writes.settings;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is held in memory at once, the same is returned. */
final class UnacknowledgedWritesTest {
  private static final int WRITES = 400;

  @TempDir Path directory;

  private final List<Long> expected = new ArrayList<>();
  private Path folder = Path.of("");

  @BeforeEach
  void leaveManySegmentsInDisorder() throws Exception {
    List<Long> sequences = new ArrayList<>(LongStream.rangeClosed(1, WRITES).boxed().toList());
    Collections.shuffle(sequences, new Random(2));
    try (SegmentedSpill spill =
        SegmentedSpill.open(settings(directory).withSegmentBytes(1 << 10))) {
      for (long sequence : sequences) {
        append(spill, sequence);
      }
      for (long sequence = 1; sequence <= WRITES; sequence++) {
        if (sequence % 5 == 0) {
          spill.acknowledged(sequence);
        } else {
          expected.add(sequence);
        }
      }
      folder = spill.folder();
    }
    assertThat(Segment.files(folder)).hasSizeGreaterThan(20);
  }

  private List<Long> all(long mostBytes) throws Exception {
    List<Long> all = new ArrayList<>();
    try (UnacknowledgedWrites pending =
        new UnacknowledgedWrites(FolderScan.of(folder, false), mostBytes)) {
      for (UnacknowledgedWrites.Pending next = pending.next();
          next != null;
          next = pending.next()) {
        long sequence = next.write().sequence();
        assertThat(Writes.text(next.write().mutation()))
            .isEqualTo(Writes.text(Writes.put(sequence)));
        all.add(sequence);
      }
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2_000, 75_000, UnacknowledgedWrites.MOST_BYTES})
  void allAreReturnedByTheirSequence(long mostBytes) throws Exception {
    assertThat(expected).hasSize(320);
    assertThat(all(mostBytes)).isEqualTo(expected);
  }

  @Test
  void whatLiesInTwoSegmentsIsReturnedOnce() throws Exception {
    copySegments();
    assertThat(all(2_000)).isEqualTo(expected);
    assertThat(all(UnacknowledgedWrites.MOST_BYTES)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2_000, 75_000, UnacknowledgedWrites.MOST_BYTES})
  void ofWhatLiesInTwoSegmentsOnlyWhatIsRefusedIsReturnedTheNextTime(long mostBytes)
      throws Exception {
    copySegments();
    List<Long> refused = new ArrayList<>();
    try (UnacknowledgedWrites pending =
        new UnacknowledgedWrites(FolderScan.of(folder, false), mostBytes)) {
      for (UnacknowledgedWrites.Pending next = pending.next();
          next != null;
          next = pending.next()) {
        if (next.write().sequence() % 3 == 0) {
          refused.add(next.write().sequence());
        } else {
          pending.acknowledge(next);
        }
      }
    }
    assertThat(refused).isNotEmpty();
    assertThat(all(UnacknowledgedWrites.MOST_BYTES)).isEqualTo(refused);
  }

  /** As after a crash while writes were moved. */
  private void copySegments() throws Exception {
    List<Path> segments = Segment.files(folder);
    int number = segments.size() + 1_000;
    for (Path segment : segments) {
      Path acknowledgements = Segment.acknowledgementFile(segment);
      Path copy = folder.resolve(String.format(Locale.ROOT, "%010d.log", number++));
      Files.copy(segment, copy);
      if (Files.exists(acknowledgements)) {
        Files.copy(acknowledgements, Segment.acknowledgementFile(copy));
      }
    }
  }

  @Test
  void whatIsAcknowledgedOnTheWayIsNotReturnedAgain() throws Exception {
    List<Long> first = new ArrayList<>();
    try (UnacknowledgedWrites pending =
        new UnacknowledgedWrites(FolderScan.of(folder, false), 3_000)) {
      for (int i = 0; i < 95; i++) {
        UnacknowledgedWrites.Pending next = pending.next();
        assertThat(next).isNotNull();
        first.add(next.write().sequence());
        pending.acknowledge(next);
        pending.flush();
      }
    }
    assertThat(first).isEqualTo(expected.subList(0, 95));
    assertThat(all(3_000)).isEqualTo(expected.subList(95, expected.size()));
  }
}
