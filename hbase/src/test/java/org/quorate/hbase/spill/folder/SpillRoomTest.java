package org.quorate.hbase.spill.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.quorate.hbase.spill.folder.Writes.TABLE;
import static org.quorate.hbase.spill.folder.Writes.append;
import static org.quorate.hbase.spill.folder.Writes.put;
import static org.quorate.hbase.spill.folder.Writes.settings;

import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.client.Put;
import org.junit.jupiter.api.Test;
import org.quorate.hbase.spill.CrashDurability;
import org.quorate.hbase.spill.DrainSettings;
import org.quorate.hbase.spill.FolderDrain;
import org.quorate.hbase.spill.SegmentSettings;
import org.quorate.hbase.spill.SpillFullException;
import org.quorate.hbase.spill.SpillUse;

/** What calls meet when the spill is full, and how it gets room again. */
final class SpillRoomTest extends SegmentedSpillCase {
  @Test
  void aFullSpillRefusesAndAcceptsAgainWhenServersAcknowledge() throws Exception {
    try (SegmentedSpill spill =
        SegmentedSpill.open(
            new SegmentSettings(
                directory, CrashDurability.PROCESS_CRASH, 1 << 14, 1 << 12, Duration.ZERO))) {
      long last = fill(spill);
      assertThat(spill.use().bytes()).isLessThanOrEqualTo(1 << 14);
      assertThatThrownBy(() -> append(spill, last + 1))
          .isInstanceOf(SpillFullException.class)
          .hasMessageContaining(directory.toString())
          .hasMessageContaining("16384");
      LongStream.rangeClosed(1, last).forEach(spill::acknowledged);
      append(spill, last + 1);
      spill.acknowledged(last + 1);
    }
  }

  @Test
  void whatEarlierProcessesHaveLeftCountsUntilItIsDrained() throws Exception {
    SegmentSettings small =
        new SegmentSettings(
            directory, CrashDurability.PROCESS_CRASH, 1 << 14, 1 << 12, Duration.ZERO);
    long left;
    try (SegmentedSpill killed = SegmentedSpill.open(small)) {
      left = fill(killed);
    }
    try (SegmentedSpill spill = SegmentedSpill.open(small)) {
      assertThatThrownBy(() -> append(spill, 1))
          .isInstanceOf(SpillFullException.class)
          .hasMessageContaining("that earlier processes have left")
          .hasMessageContaining("quorate spill drain");
      assertThat(spill.use()).isEqualTo(new SpillUse(0, 0, 0));
      ListTarget target = new ListTarget();
      assertThat(SpillDirectory.at(directory).drain(target, DrainSettings.usual()))
          .extracting(FolderDrain::outcome)
          .containsExactly(FolderDrain.Outcome.DRAINED, FolderDrain.Outcome.IN_USE);
      assertThat(target.sequences()).hasSize((int) left);
      append(spill, 1);
      spill.acknowledged(1);
    }
  }

  @Test
  void aFullSpillLetsCallersWaitForAServer() throws Exception {
    ExecutorService threads = Executors.newSingleThreadExecutor();
    SegmentSettings small =
        new SegmentSettings(
            directory, CrashDurability.PROCESS_CRASH, 1 << 14, 1 << 12, Duration.ZERO);
    try (SegmentedSpill refusing = SegmentedSpill.open(small)) {
      long most = fill(refusing);
      LongStream.rangeClosed(1, most).forEach(refusing::acknowledged);
      try (SegmentedSpill spill = SegmentedSpill.open(small.withPatience(Duration.ofMinutes(1)))) {
        append(spill, LongStream.rangeClosed(1, most).toArray());
        Future<?> waiting =
            threads.submit(
                () -> {
                  append(spill, most + 1);
                  return null;
                });
        assertThat(waiting).isNotDone();
        LongStream.rangeClosed(1, most).forEach(spill::acknowledged);
        waiting.get();
        spill.acknowledged(most + 1);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aThreadThatIsInterruptedWhileItWaitsForRoomIsToldSo() throws Exception {
    SegmentSettings small =
        new SegmentSettings(
            directory, CrashDurability.PROCESS_CRASH, 1 << 14, 1 << 12, Duration.ofMinutes(1));
    try (SegmentedSpill spill = SegmentedSpill.open(small)) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> append(spill, LongStream.rangeClosed(1, 1_000).toArray()))
          .isInstanceOf(InterruptedIOException.class)
          .hasMessageContaining("not accepted");
      assertThat(Thread.interrupted()).isTrue();
      LongStream.rangeClosed(1, 1_000).forEach(spill::acknowledged);
    }
  }

  @Test
  void aWriteLargerThanTheSpillIsRefusedAtOnce() throws Exception {
    try (SegmentedSpill spill =
        SegmentedSpill.open(settings(directory).withPatience(Duration.ofHours(1)))) {
      append(spill, 1);
      assertThatThrownBy(() -> spill.append(2, TABLE, put(2, new byte[1 << 20])))
          .isInstanceOf(SpillFullException.class)
          .hasMessageContaining("too large");
      spill.acknowledged(1);
    }
  }

  @Test
  void aFewWritesThatNoServerAcknowledgesDoNotFillTheSpill() throws Exception {
    List<Long> stuck = new ArrayList<>();
    try (SegmentedSpill spill =
        SegmentedSpill.open(
            new SegmentSettings(
                directory,
                CrashDurability.PROCESS_CRASH,
                1 << 16,
                1 << 12,
                Duration.ofSeconds(30)))) {
      for (long sequence = 1; sequence <= 20_000; sequence++) {
        append(spill, sequence);
        if (sequence % 200 == 0) {
          stuck.add(sequence);
        } else {
          spill.acknowledged(sequence);
        }
        assertThat(spill.use().bytes()).isLessThanOrEqualTo(1 << 16);
      }
      assertThat(spill.use().writes()).isEqualTo(stuck.size());
    }
    assertThat(drained()).isEqualTo(stuck);
  }

  /** As one that has gone back to the application may be, before the spill is told so. */
  @Test
  void aWriteThatSomebodyChangesStaysAsItWasAcceptedAndInNobodysWay() throws Exception {
    Put changed = put(1);
    try (SegmentedSpill spill =
        SegmentedSpill.open(
            new SegmentSettings(
                directory,
                CrashDurability.PROCESS_CRASH,
                1 << 16,
                1 << 12,
                Duration.ofSeconds(30)))) {
      spill.append(1, TABLE, changed);
      Path first = segments(spill).get(0);
      changed.addColumn(Writes.FAMILY, Writes.bytes("late"), 5, Writes.bytes("later"));
      for (long sequence = 2; sequence <= 10_000; sequence++) {
        append(spill, sequence);
        if (sequence % 200 != 0) {
          spill.acknowledged(sequence);
        }
      }
      assertThat(first).exists();
    }
    ListTarget target = new ListTarget();
    assertThat(SpillDirectory.at(directory).drain(target, DrainSettings.usual())).hasSize(1);
    assertThat(Writes.text(target.applied().get(0).mutation())).isEqualTo(Writes.text(put(1)));
  }
}
