package org.quorate.hbase.spill.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.quorate.hbase.spill.folder.Writes.append;
import static org.quorate.hbase.spill.folder.Writes.settings;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.quorate.hbase.spill.SegmentSettings;
import org.quorate.hbase.spill.SpillCluster;
import org.quorate.hbase.spill.SpillException;

/** A disk that is full, or does not write what it is told to. */
final class SpillDiskFaultsTest extends SegmentedSpillCase {
  @Test
  void aFullDiskIsToldAndNothingAcceptedIsLostWhereverItHits() throws Exception {
    for (int room = 0; room < 260; room++) {
      FaultyFiles disk = new FaultyFiles();
      List<Long> accepted = new ArrayList<>();
      try (SegmentedSpill spill =
          SegmentedSpill.open(settings(directory), SpillCluster.UNKNOWN, disk)) {
        disk.room(room);
        for (long sequence = 1; sequence <= 5; sequence++) {
          try {
            append(spill, sequence);
            accepted.add(sequence);
          } catch (SpillException e) {
            assertThat(e)
                .hasMessageContaining("No space left on device")
                .hasMessageContaining("was not accepted")
                .hasMessageContaining(directory.toString());
          }
        }
        disk.room(Long.MAX_VALUE);
        append(spill, 6);
        accepted.add(6L);
        assertThat(spill.use().writes()).isEqualTo(accepted.size());
      }
      assertThat(drained()).as("room for %d bytes", room).isEqualTo(accepted);
    }
  }

  /** There may be room for the record that ends a segment, or not even for that. */
  @Test
  void aDiskThatIsFullOfWhatWasAcknowledgedGetsItsRoomBack() throws Exception {
    for (int room = 0; room < 40; room++) {
      FaultyFiles disk = new FaultyFiles();
      try (SegmentedSpill spill =
          SegmentedSpill.open(settings(directory), SpillCluster.UNKNOWN, disk)) {
        append(spill, 1, 2, 3);
        Path full = segments(spill).get(0);
        disk.room(room);
        assertThatThrownBy(() -> append(spill, 4)).isInstanceOf(SpillException.class);
        LongStream.rangeClosed(1, 3).forEach(spill::acknowledged);
        assertThat(full).exists();
        assertThatThrownBy(() -> append(spill, 4)).isInstanceOf(SpillException.class);
        await().pollInterval(Duration.ofMillis(5)).until(() -> !Files.exists(full));
        disk.room(Long.MAX_VALUE);
        append(spill, 4);
      }
      assertThat(drained()).as("room for %d bytes", room).containsExactly(4L);
    }
  }

  @Test
  void aDiskThatIsFullWhenASegmentEndsLosesNothing() throws Exception {
    FaultyFiles disk = new FaultyFiles();
    SegmentSettings small = settings(directory).withSegmentBytes(1 << 10);
    try (SegmentedSpill spill = SegmentedSpill.open(small, SpillCluster.UNKNOWN, disk)) {
      long sequence = 0;
      do {
        append(spill, ++sequence);
      } while (Files.size(segments(spill).get(0)) < 1 << 10);
      long last = sequence;
      for (int room = 0; room < 60; room++) {
        disk.room(room);
        assertThatThrownBy(() -> append(spill, last + 1)).isInstanceOf(SpillException.class);
      }
      disk.room(Long.MAX_VALUE);
      append(spill, last + 1);
      assertThat(segments(spill)).hasSizeGreaterThan(1);
      spill.acknowledged(1);
    }
    assertThat(drained()).isSorted().doesNotHaveDuplicates().first().isEqualTo(2L);
  }

  @Test
  void aSpillThatIsClosedWhileTheDiskIsFullLosesNothing() throws Exception {
    SegmentSettings small = settings(directory).withSegmentBytes(1 << 10);
    for (int room = 0; room < 100; room += 3) {
      FaultyFiles disk = new FaultyFiles();
      List<Long> accepted = new ArrayList<>();
      try (SegmentedSpill spill = SegmentedSpill.open(small, SpillCluster.UNKNOWN, disk)) {
        do {
          accepted.add(accepted.size() + 1L);
          append(spill, accepted.size());
        } while (Files.size(segments(spill).get(0)) < 1 << 10);
        disk.room(room);
        assertThatThrownBy(() -> append(spill, accepted.size() + 1))
            .isInstanceOf(SpillException.class);
      }
      assertThat(drained()).as("room for %d bytes", room).isEqualTo(accepted);
    }
  }

  @Test
  void aRefusedWriteThatCannotBeCutOffIsToldWhenTheSpillIsClosed() throws Exception {
    FaultyFiles disk = new FaultyFiles();
    SegmentedSpill spill = SegmentedSpill.open(settings(directory), SpillCluster.UNKNOWN, disk);
    append(spill, 1);
    disk.room(20);
    disk.truncateFails(true);
    assertThatThrownBy(() -> append(spill, 2)).isInstanceOf(SpillException.class);
    assertThatThrownBy(spill::close)
        .isInstanceOf(SpillException.class)
        .hasMessageContaining("cannot be cut off");
    assertThat(drained()).containsExactly(1L);
  }

  @Test
  void aWriteThatCouldNotBeForcedIsNotAcceptedAndItsFileNoLongerUsed() throws Exception {
    FaultyFiles disk = new FaultyFiles();
    try (SegmentedSpill spill =
        SegmentedSpill.open(Writes.forced(directory), SpillCluster.UNKNOWN, disk)) {
      append(spill, 1, 2);
      disk.forceFails(true);
      assertThatThrownBy(() -> append(spill, 3))
          .isInstanceOf(SpillException.class)
          .hasMessageContaining("Input/output error");
      disk.forceFails(false);
      append(spill, 4);
      assertThat(segments(spill)).hasSize(2);
    }
    assertThat(drained()).containsExactly(1L, 2L, 4L);
  }

  @Test
  void whereTheRestOfAFailedWriteCannotBeCutOffNothingIsWrittenBehindIt() throws Exception {
    FaultyFiles disk = new FaultyFiles();
    try (SegmentedSpill spill =
        SegmentedSpill.open(settings(directory), SpillCluster.UNKNOWN, disk)) {
      append(spill, 1);
      disk.room(20);
      disk.truncateFails(true);
      assertThatThrownBy(() -> append(spill, 2)).isInstanceOf(SpillException.class);
      disk.room(Long.MAX_VALUE);
      assertThatThrownBy(() -> append(spill, 3)).isInstanceOf(SpillException.class);
      disk.truncateFails(false);
      append(spill, 4);
    }
    assertThat(drained()).containsExactly(1L, 4L);
  }
}
