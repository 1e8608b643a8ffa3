package org.quorate.hbase.spill.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.quorate.hbase.spill.folder.Writes.TABLE;
import static org.quorate.hbase.spill.folder.Writes.append;
import static org.quorate.hbase.spill.folder.Writes.put;
import static org.quorate.hbase.spill.folder.Writes.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Increment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.quorate.hbase.spill.CrashDurability;
import org.quorate.hbase.spill.DrainSettings;
import org.quorate.hbase.spill.FolderDrain;
import org.quorate.hbase.spill.SegmentSettings;
import org.quorate.hbase.spill.SpillCluster;
import org.quorate.hbase.spill.SpillException;
import org.quorate.hbase.spill.SpillTarget;
import org.quorate.hbase.spill.SpillUse;

final class SegmentedSpillTest extends SegmentedSpillCase {
  @ParameterizedTest
  @EnumSource(names = {"PROCESS_CRASH", "MACHINE_CRASH"})
  void whatIsNotAcknowledgedIsThereForWhoeverComesNext(CrashDurability durability)
      throws Exception {
    SegmentSettings settings =
        SegmentSettings.of(directory, durability, 1 << 20, Duration.ofSeconds(1));
    try (SegmentedSpill spill = SegmentedSpill.open(settings)) {
      append(spill, 1, 2, 3, 4, 5);
      spill.acknowledged(2);
      spill.acknowledged(5);
      assertThat(spill.use().writes()).isEqualTo(3);
    }
    assertThat(drained()).containsExactly(1L, 3L, 4L);
    assertThat(folders()).isEmpty();
  }

  @Test
  void aSpillThatHoldsNothingLeavesNothing() throws Exception {
    try (SegmentedSpill spill = SegmentedSpill.open(settings(directory))) {
      append(spill, 1, 2);
      spill.acknowledged(1);
      spill.acknowledged(2);
    }
    SegmentedSpill.open(settings(directory)).close();
    assertThat(folders()).isEmpty();
  }

  @Test
  void segmentsInWhichAllIsAcknowledgedAreDeletedWhateverTheirOrder() throws Exception {
    try (SegmentedSpill spill =
        SegmentedSpill.open(settings(directory).withSegmentBytes(1 << 12))) {
      append(spill, LongStream.rangeClosed(1, 300).toArray());
      int all = segments(spill).size();
      assertThat(all).isGreaterThan(5);
      LongStream.rangeClosed(2, 300).forEach(spill::acknowledged);
      await().until(() -> segments(spill).size() == 2);
      spill.acknowledged(1);
      await().until(() -> segments(spill).size() == 1);
      assertThat(spill.use().writes()).isZero();
      await().until(() -> spill.use().bytes() < 1 << 13);
    }
  }

  @Test
  void acknowledgementsAreWrittenDownBeforeLong() throws Exception {
    try (SegmentedSpill spill = SegmentedSpill.open(settings(directory))) {
      append(spill, 1, 2, 3);
      spill.acknowledged(2);
      Path file = Segment.acknowledgementFile(segments(spill).get(0));
      await().until(() -> AcknowledgementFile.read(file).contains(2L));
    }
  }

  @Test
  void aSegmentGoesOnlyWhenAllThatWasAcknowledgedBeforeIsWrittenDown() throws Exception {
    try (SegmentedSpill spill =
        SegmentedSpill.open(settings(directory).withSegmentBytes(1 << 10))) {
      long last = 0;
      while (segments(spill).size() < 3) {
        append(spill, ++last);
      }
      Path first = segments(spill).get(0);
      Path second = segments(spill).get(1);
      spill.acknowledged(1);
      LongStream.rangeClosed(3, last).forEach(spill::acknowledged);
      while (Files.exists(second)) {
        Thread.onSpinWait();
      }
      // Killed now, the write of sequence 1 must not be applied after those that are gone.
      assertThat(AcknowledgementFile.read(Segment.acknowledgementFile(first)).contains(1L))
          .isTrue();
      spill.acknowledged(2);
    }
  }

  /**
   * A write that is acknowledged while it is moved has a copy that nobody knows yet to be needless:
   * killed now, it must not be applied after a later one of which it is noted that it need not be.
   */
  @Test
  void noAcknowledgementIsWrittenDownWhileWritesAreMoved() throws Exception {
    ExecutorService threads = Executors.newSingleThreadExecutor();
    long moved = 1;
    HeldUpCopy disk = new HeldUpCopy(moved);
    SegmentSettings small =
        new SegmentSettings(
            directory, CrashDurability.PROCESS_CRASH, 1 << 14, 1 << 12, Duration.ZERO);
    try (SegmentedSpill spill = SegmentedSpill.open(small, SpillCluster.UNKNOWN, disk)) {
      long later = fill(spill);
      long first = writesOf(segments(spill).get(0));
      // Of the first segment one write is left, of the others all are.
      LongStream.rangeClosed(moved + 1, first).forEach(spill::acknowledged);
      disk.holdUp();
      Future<?> mover =
          threads.submit(
              () -> {
                append(spill, later + 1);
                return null;
              });
      disk.awaitCopy();
      spill.acknowledged(moved);
      spill.acknowledged(later);
      await().until(() -> isNoted(spill, later) || housekeeperWaitsToNote());
      assertThat(isNoted(spill, later)).isFalse();
      disk.goOn();
      mover.get();
      await().until(() -> isNoted(spill, later));
      assertThat(isNoted(spill, moved)).as("the copy").isTrue();
    } finally {
      threads.shutdownNow();
    }
    assertThat(drained()).doesNotContain(moved);
  }

  /** Its thread has come to the acknowledgements, and waits for whoever moves writes. */
  private static boolean housekeeperWaitsToNote() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(thread -> thread.getKey().getName().equals("quorate-spill"))
        .filter(thread -> thread.getKey().getState() == Thread.State.WAITING)
        .flatMap(thread -> Arrays.stream(thread.getValue()))
        .anyMatch(
            frame ->
                frame.getClassName().equals(Housekeeping.class.getName())
                    && List.of("note", "deleteNeedless").contains(frame.getMethodName()));
  }

  private static long writesOf(Path segment) throws IOException {
    SegmentReader reader = SegmentReader.open(segment);
    long writes = 0;
    while (reader.next() != null) {
      writes++;
    }
    return writes;
  }

  private boolean isNoted(SegmentedSpill spill, long sequence) throws IOException {
    for (Path segment : segments(spill)) {
      if (AcknowledgementFile.read(Segment.acknowledgementFile(segment)).contains(sequence)) {
        return true;
      }
    }
    return false;
  }

  @Test
  void unknownAndRepeatedAcknowledgementsChangeNothing() throws Exception {
    try (SegmentedSpill spill = SegmentedSpill.open(settings(directory))) {
      append(spill, 1, 2);
      spill.acknowledged(7);
      spill.acknowledged(1);
      spill.acknowledged(1);
      assertThat(spill.use().writes()).isEqualTo(1);
    }
    assertThat(drained()).containsExactly(2L);
  }

  @Test
  void writesOfManyThreadsAreAllThere() throws Exception {
    AtomicLong sequences = new AtomicLong();
    Set<Long> kept = ConcurrentHashMap.newKeySet();
    ExecutorService threads = Executors.newFixedThreadPool(16);
    try (SegmentedSpill spill =
        SegmentedSpill.open(
            new SegmentSettings(
                directory, CrashDurability.PROCESS_CRASH, 64 << 20, 1 << 16, Duration.ZERO))) {
      List<Future<?>> all = new ArrayList<>();
      for (int thread = 0; thread < 16; thread++) {
        all.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 2_000; i++) {
                    long sequence = sequences.incrementAndGet();
                    spill.append(sequence, TABLE, put(sequence));
                    if (sequence % 3 == 0) {
                      kept.add(sequence);
                    } else {
                      spill.acknowledged(sequence);
                    }
                  }
                  return null;
                }));
      }
      for (Future<?> one : all) {
        one.get();
      }
      assertThat(spill.use().writes()).isEqualTo(kept.size());
    } finally {
      threads.shutdownNow();
    }
    assertThat(drained()).isSorted().containsExactlyInAnyOrderElementsOf(kept);
  }

  @Test
  void withMachineCrashDurabilityEveryWriteIsForced() throws Exception {
    FaultyFiles disk = new FaultyFiles();
    try (SegmentedSpill spill =
        SegmentedSpill.open(Writes.forced(directory), SpillCluster.UNKNOWN, disk)) {
      append(spill, 1);
      int before = disk.forces();
      append(spill, 2, 3, 4);
      assertThat(disk.forces()).isEqualTo(before + 3);
      spill.acknowledged(1);
    }
    assertThat(drained()).containsExactly(2L, 3L, 4L);
  }

  @Test
  void withProcessCrashDurabilityNothingIsForced() throws Exception {
    FaultyFiles disk = new FaultyFiles();
    try (SegmentedSpill spill =
        SegmentedSpill.open(settings(directory), SpillCluster.UNKNOWN, disk)) {
      append(spill, 1, 2);
      assertThat(disk.forces()).isZero();
    }
  }

  @Test
  void manySegmentsNeedFewOpenFiles() throws Exception {
    long before = openFiles();
    Path folder;
    try (SegmentedSpill spill =
        SegmentedSpill.open(settings(directory).withSegmentBytes(1 << 10))) {
      folder = spill.folder();
      for (long sequence = 1; sequence <= 2_000; sequence++) {
        append(spill, sequence);
        if (sequence % 3 == 0) {
          spill.acknowledged(sequence);
        }
      }
      assertThat(segments(spill)).hasSizeGreaterThan(150);
      Path last = segments(spill).get(149);
      await().until(() -> Files.exists(Segment.acknowledgementFile(last)));
      assertThat(openFiles() - before).isLessThan(20);
    }
    AtomicLong most = new AtomicLong();
    SpillTarget counting =
        writes -> {
          most.accumulateAndGet(openFiles(), Math::max);
          return List.of();
        };
    SpillDirectory all = SpillDirectory.at(directory);
    FolderDrain drained = all.drain(counting, DrainSettings.usual()).get(0);
    assertThat(drained.outcome()).isEqualTo(FolderDrain.Outcome.DRAINED);
    assertThat(drained.applied()).isEqualTo(2_000 - 666);
    assertThat(most.get() - before).isLessThan(40);
    assertThat(folder).doesNotExist();
  }

  private static long openFiles() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      return all.count();
    }
  }

  @Test
  void anInterruptedThreadDoesNotBreakTheSpillForOthers() throws Exception {
    try (SegmentedSpill spill = SegmentedSpill.open(Writes.forced(directory))) {
      Thread.currentThread().interrupt();
      append(spill, 1, 2);
      assertThat(Thread.interrupted()).isTrue();
      append(spill, 3);
    }
    assertThat(drained()).containsExactly(1L, 2L, 3L);
  }

  @Test
  void oneSequenceForTwoWritesIsRefused() throws Exception {
    try (SegmentedSpill spill = SegmentedSpill.open(settings(directory))) {
      append(spill, 1);
      assertThatThrownBy(() -> append(spill, 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("two writes");
      append(spill, 2);
    }
    assertThat(drained()).containsExactly(1L, 2L);
  }

  @Test
  void sequencesBeginAtOne() throws Exception {
    try (SegmentedSpill spill = SegmentedSpill.open(settings(directory))) {
      assertThatThrownBy(() -> append(spill, 0))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("begin at 1");
    }
  }

  @Test
  void aDirectoryIsMadeWithThoseAboveIt() throws Exception {
    Path deep = directory.resolve("var").resolve("spool").resolve("shop");
    try (SegmentedSpill spill = SegmentedSpill.open(settings(deep))) {
      append(spill, 1);
      assertThat(spill.folder().getParent()).isEqualTo(deep.toRealPath());
      spill.acknowledged(1);
    }
  }

  @Test
  void whatIsNoPutOrDeleteIsRefusedBeforeItTakesRoom() throws Exception {
    try (SegmentedSpill spill = SegmentedSpill.open(settings(directory))) {
      Increment increment = new Increment(Writes.bytes("r")).addColumn(Writes.FAMILY, null, 1);
      assertThatThrownBy(() -> spill.append(1, TABLE, increment))
          .isInstanceOf(IllegalArgumentException.class);
      assertThat(spill.use()).isEqualTo(new SpillUse(0, 0, 0));
    }
  }

  @Test
  void aClosedSpillAcceptsNothing() throws Exception {
    SegmentedSpill spill = SegmentedSpill.open(settings(directory));
    append(spill, 1);
    spill.close();
    spill.close();
    assertThatThrownBy(() -> append(spill, 2))
        .isInstanceOf(SpillException.class)
        .hasMessageContaining("closed");
    spill.acknowledged(1);
    assertThat(drained()).containsExactly(1L);
  }

  @Test
  void aDirectoryThatCannotBeUsedIsToldWithItsName() throws Exception {
    Path file = Files.createFile(directory.resolve("file"));
    assertThatThrownBy(() -> SegmentedSpill.open(settings(file)))
        .isInstanceOf(SpillException.class)
        .hasMessageContaining(file.toString());
  }

  @Test
  void onlyItsOwnerMayLookIntoASpill() throws Exception {
    Path fresh = directory.resolve("fresh");
    try (SegmentedSpill spill = SegmentedSpill.open(settings(fresh))) {
      assertThat(Files.getPosixFilePermissions(fresh)).hasSize(3);
      assertThat(Files.getPosixFilePermissions(spill.folder())).hasSize(3);
    }
  }
}
