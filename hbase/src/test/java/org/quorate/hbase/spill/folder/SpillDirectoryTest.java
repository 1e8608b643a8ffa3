package org.quorate.hbase.spill.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.quorate.hbase.spill.folder.Writes.TABLE;
import static org.quorate.hbase.spill.folder.Writes.append;
import static org.quorate.hbase.spill.folder.Writes.put;
import static org.quorate.hbase.spill.folder.Writes.settings;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.hbase.spill.CrashDurability;
import org.quorate.hbase.spill.DrainSettings;
import org.quorate.hbase.spill.FolderDrain;
import org.quorate.hbase.spill.FolderStatus;
import org.quorate.hbase.spill.SegmentSettings;
import org.quorate.hbase.spill.SpillException;
import org.quorate.hbase.spill.SpillTarget;

@Timeout(60)
final class SpillDirectoryTest {
  private static final TableName DROPPED = TableName.valueOf("dropped");

  @TempDir Path directory;

  private final ListTarget target = new ListTarget();

  private Path leave(long... sequences) throws Exception {
    try (SegmentedSpill spill = SegmentedSpill.open(settings(directory))) {
      append(spill, sequences);
      return spill.folder();
    }
  }

  private Path leaveSegments(int count) throws Exception {
    try (SegmentedSpill spill =
        SegmentedSpill.open(settings(directory).withSegmentBytes(1 << 10))) {
      long sequence = 0;
      while (Segment.files(spill.folder()).size() < count) {
        append(spill, ++sequence);
      }
      return spill.folder();
    }
  }

  private SpillDirectory spill() throws SpillException {
    return SpillDirectory.at(directory);
  }

  private FolderDrain drainOne(DrainSettings drainSettings) throws IOException {
    List<FolderDrain> all = spill().drain(target, drainSettings);
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  private FolderDrain drainOne() throws IOException {
    return drainOne(DrainSettings.usual());
  }

  @Test
  void writesAreAppliedByTheirSequenceWhateverTheirOrderInTheFiles() throws Exception {
    List<Long> sequences = new ArrayList<>(LongStream.rangeClosed(1, 3_000).boxed().toList());
    Collections.shuffle(sequences, new Random(11));
    List<Long> expected = new ArrayList<>();
    try (SegmentedSpill spill =
        SegmentedSpill.open(settings(directory).withSegmentBytes(1 << 12))) {
      for (long sequence : sequences) {
        append(spill, sequence);
      }
      for (long sequence = 1; sequence <= 3_000; sequence++) {
        if (sequence % 7 == 0) {
          spill.acknowledged(sequence);
        } else {
          expected.add(sequence);
        }
      }
    }
    FolderDrain drained = drainOne();
    assertThat(target.sequences()).isEqualTo(expected);
    assertThat(drained.applied()).isEqualTo(expected.size());
    assertThat(drained.outcome()).isEqualTo(FolderDrain.Outcome.DRAINED);
    assertThat(drained.folder()).doesNotExist();
    assertThat(target.applied())
        .allSatisfy(
            write -> {
              assertThat(write.table()).isEqualTo(TABLE);
              assertThat(Writes.text(write.mutation()))
                  .isEqualTo(Writes.text(put(write.sequence())));
            });
  }

  @Test
  void foldersAreDrainedTheOldestFirst() throws Exception {
    leave(1, 2);
    leave(3);
    leave(4, 5);
    assertThat(spill().drain(target, DrainSettings.usual())).hasSize(3);
    assertThat(target.sequences()).containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(spill().list()).isEmpty();
  }

  @Test
  void aListTellsWhatWaitsAndChangesNothing() throws Exception {
    Instant before = Instant.now().minusMillis(1);
    Path folder;
    try (SegmentedSpill spill = SegmentedSpill.open(settings(directory))) {
      append(spill, 1, 2, 3);
      spill.append(4, DROPPED, put(4));
      spill.acknowledged(2);
      folder = spill.folder();
    }
    for (int time = 0; time < 2; time++) {
      List<FolderStatus> all = spill().list();
      assertThat(all).hasSize(1);
      FolderStatus status = all.get(0);
      assertThat(status.folder()).isEqualTo(folder);
      assertThat(status.state()).isEqualTo(FolderStatus.State.LEFT_BEHIND);
      assertThat(status.writes()).hasValue(3);
      assertThat(status.tables()).containsEntry("orders", 2L).containsEntry("dropped", 1L);
      assertThat(status.process()).hasValue(ProcessHandle.current().pid());
      assertThat(status.created().orElseThrow()).isBetween(before, Instant.now());
      assertThat(status.bytes()).isPositive();
      assertThat(status.notes()).isEmpty();
    }
    assertThat(SpillDirectory.at(folder).list()).hasSize(1);
  }

  @Test
  void aFolderThatIsWrittenToIsLeftAlone() throws Exception {
    try (SegmentedSpill spill = SegmentedSpill.open(settings(directory))) {
      append(spill, 1);
      assertThat(spill().list().get(0).state()).isEqualTo(FolderStatus.State.IN_USE);
      FolderDrain drained = drainOne();
      assertThat(drained.outcome()).isEqualTo(FolderDrain.Outcome.IN_USE);
      assertThat(drained.leavesWrites()).isFalse();
      assertThat(target.sequences()).isEmpty();
      append(spill, 2);
    }
    assertThat(drainOne().applied()).isEqualTo(2);
  }

  @Test
  void twoDrainsDoNotDrainTheSameFolder() throws Exception {
    leave(1, 2);
    CountDownLatch under = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    SpillTarget slow =
        writes -> {
          under.countDown();
          try {
            goOn.await();
          } catch (InterruptedException e) {
            throw new InterruptedIOException();
          }
          return target.apply(writes);
        };
    CompletableFuture<List<FolderDrain>> first =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return spill().drain(slow, DrainSettings.usual());
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    under.await();
    assertThat(drainOne().outcome()).isEqualTo(FolderDrain.Outcome.IN_USE);
    goOn.countDown();
    assertThat(first.get().get(0).outcome()).isEqualTo(FolderDrain.Outcome.DRAINED);
    assertThat(target.sequences()).containsExactly(1L, 2L);
  }

  @Test
  void whereTheServersStopAnsweringTheRestRemainsAndIsAppliedLater() throws Exception {
    leave(LongStream.rangeClosed(1, 3_500).toArray());
    leave(4_000);
    List<FolderDrain> interrupted = spill().drain(target.answering(2), DrainSettings.usual());
    assertThat(interrupted)
        .extracting(FolderDrain::outcome)
        .containsExactly(FolderDrain.Outcome.INTERRUPTED, FolderDrain.Outcome.NOT_TRIED);
    assertThat(interrupted.get(0).applied()).isEqualTo(2_000);
    assertThat(interrupted.get(0).notes()).anyMatch(note -> note.contains("no region server"));
    assertThat(spill().list().get(0).writes()).hasValue(1_500);
    spill().drain(target.answering(100), DrainSettings.usual());
    assertThat(target.sequences())
        .isEqualTo(
            LongStream.concat(LongStream.rangeClosed(1, 3_500), LongStream.of(4_000))
                .boxed()
                .toList());
  }

  @Test
  void aServerThatDoesNotAnswerInTimeIsNoInterruption() throws Exception {
    leave(1);
    SpillTarget silent =
        writes -> {
          throw new SocketTimeoutException("no answer in 60 s");
        };
    assertThat(spill().drain(silent, DrainSettings.usual()))
        .extracting(FolderDrain::outcome)
        .containsExactly(FolderDrain.Outcome.INTERRUPTED);
    assertThat(drainOne().applied()).isEqualTo(1);
  }

  @Test
  void reasonsThatAllDifferAreNotAllTold() throws Exception {
    leave(LongStream.rangeClosed(1, 100).toArray());
    SpillTarget wordy =
        writes ->
            writes.stream()
                .map(write -> new SpillTarget.Refusal(write, "row " + write.sequence()))
                .toList();
    FolderDrain refused = spill().drain(wordy, DrainSettings.usual()).get(0);
    assertThat(refused.refused()).hasSize(21).containsEntry("row 1", 1L);
    assertThat(refused.refused().values().stream().mapToLong(Long::longValue).sum()).isEqualTo(100);
  }

  @Test
  void aFolderThatCannotBeReadKeepsNobodyFromDrainingTheOthers() throws Exception {
    Path odd = directory.resolve("20260101T000000.000000Z-1-abcd");
    Files.createDirectories(odd.resolve(FolderFormat.FILE));
    leave(1);
    assertThat(spill().drain(target, DrainSettings.usual()))
        .extracting(FolderDrain::outcome)
        .containsExactly(FolderDrain.Outcome.UNREADABLE, FolderDrain.Outcome.DRAINED);
    assertThat(spill().list())
        .extracting(FolderStatus::state)
        .containsExactly(FolderStatus.State.UNREADABLE);
  }

  @Test
  void refusedWritesStayWithTheirReasonAndCanBeDiscarded() throws Exception {
    try (SegmentedSpill spill = SegmentedSpill.open(settings(directory))) {
      append(spill, 1);
      spill.append(2, DROPPED, put(2));
      spill.append(3, DROPPED, put(3));
      append(spill, 4);
    }
    target.refusing(write -> write.table().equals(DROPPED));
    FolderDrain refused = drainOne();
    assertThat(refused.outcome()).isEqualTo(FolderDrain.Outcome.REFUSED);
    assertThat(refused.leavesWrites()).isTrue();
    assertThat(refused.applied()).isEqualTo(2);
    assertThat(refused.refused()).containsEntry("table dropped does not exist", 2L);
    assertThat(drainOne().applied()).isZero();
    FolderDrain discarded = drainOne(new DrainSettings(false, Set.of(DROPPED), false));
    assertThat(discarded.outcome()).isEqualTo(FolderDrain.Outcome.DRAINED);
    assertThat(discarded.discarded()).isEqualTo(2);
    assertThat(target.sequences()).containsExactly(1L, 4L);
  }

  /** Acknowledgements that wait in memory are few: the rest of them must not be forgotten. */
  @Test
  void manyDiscardedWritesOfASegmentAreNotThereAgain() throws Exception {
    int writes = 70_000;
    Put put = put(1);
    try (SegmentedSpill spill =
        SegmentedSpill.open(
            new SegmentSettings(
                directory, CrashDurability.PROCESS_CRASH, 1L << 28, 1 << 26, Duration.ZERO))) {
      for (long sequence = 1; sequence <= writes; sequence++) {
        spill.append(sequence, DROPPED, put);
      }
      append(spill, writes + 1);
      assertThat(Segment.files(spill.folder())).hasSize(1);
    }
    target.refusing(write -> true);
    FolderDrain discarded = drainOne(new DrainSettings(false, Set.of(DROPPED), false));
    assertThat(discarded.outcome()).isEqualTo(FolderDrain.Outcome.REFUSED);
    assertThat(discarded.discarded()).isEqualTo(writes);
    assertThat(spill().list().get(0).writes()).hasValue(1);
  }

  @Test
  void aRecordThatWasCutOffIsLeftOutWithANote() throws Exception {
    Path folder = leave(1, 2, 3);
    Path segment = Segment.files(folder).get(0);
    byte[] bytes = Files.readAllBytes(segment);
    Files.write(segment, Arrays.copyOf(bytes, bytes.length - Frames.AROUND_PAYLOAD - 10));
    assertThat(spill().list().get(0).notes()).anyMatch(note -> note.contains("cut off"));
    FolderDrain drained = drainOne();
    assertThat(drained.outcome()).isEqualTo(FolderDrain.Outcome.DRAINED);
    assertThat(drained.notes())
        .hasSize(1)
        .allMatch(note -> note.contains("before it was accepted"));
    assertThat(target.sequences()).containsExactly(1L, 2L);
  }

  @Test
  void ofADamagedFolderNothingIsAppliedUnlessAskedFor() throws Exception {
    Path folder = leaveSegments(4);
    Path second = Segment.files(folder).get(1);
    byte[] bytes = Files.readAllBytes(second);
    bytes[bytes.length / 2] ^= (byte) 4;
    Files.write(second, bytes);
    assertThat(spill().list().get(0).state()).isEqualTo(FolderStatus.State.DAMAGED);
    FolderDrain kept = drainOne();
    assertThat(kept.outcome()).isEqualTo(FolderDrain.Outcome.DAMAGED);
    assertThat(kept.notes()).anyMatch(note -> note.contains(second + " is damaged at byte"));
    assertThat(target.sequences()).isEmpty();
    FolderDrain before = drainOne(new DrainSettings(true, Set.of(), false));
    assertThat(before.outcome()).isEqualTo(FolderDrain.Outcome.DAMAGED);
    assertThat(before.applied()).isPositive();
    assertThat(folder).exists();
    assertThat(target.sequences())
        .isEqualTo(LongStream.rangeClosed(1, before.applied()).boxed().toList());
    assertThat(drainOne(new DrainSettings(true, Set.of(), false)).applied()).isZero();
  }

  @Test
  void aSegmentThatEndsTooEarlyIsADamageUnlessItIsTheLast() throws Exception {
    Path folder = leaveSegments(3);
    Path first = Segment.files(folder).get(0);
    byte[] bytes = Files.readAllBytes(first);
    for (int missing = 1; missing < Frames.AROUND_PAYLOAD + 30; missing++) {
      Files.write(first, Arrays.copyOf(bytes, bytes.length - missing));
      assertThat(drainOne().outcome()).isEqualTo(FolderDrain.Outcome.DAMAGED);
    }
    Files.write(first, bytes);
    assertThat(drainOne().outcome()).isEqualTo(FolderDrain.Outcome.DRAINED);
  }

  @Test
  void damageInTheHeaderOfASegmentKeepsWhatIsBehindIt() throws Exception {
    Path folder = leaveSegments(3);
    Path second = Segment.files(folder).get(1);
    byte[] bytes = Files.readAllBytes(second);
    bytes[20] ^= (byte) 1;
    Files.write(second, bytes);
    FolderDrain before = drainOne(new DrainSettings(true, Set.of(), false));
    assertThat(before.outcome()).isEqualTo(FolderDrain.Outcome.DAMAGED);
    assertThat(target.sequences())
        .isNotEmpty()
        .isEqualTo(LongStream.rangeClosed(1, before.applied()).boxed().toList());
  }

  @Test
  void ofASegmentThatGoesOnBehindItsEndAllThatLiesBeforeCanBeApplied() throws Exception {
    Path segment = Segment.files(leave(1, 2, 3)).get(0);
    Files.write(segment, new byte[] {1, 2, 3}, StandardOpenOption.APPEND);
    assertThat(drainOne().outcome()).isEqualTo(FolderDrain.Outcome.DAMAGED);
    assertThat(drainOne(new DrainSettings(true, Set.of(), false)).applied()).isEqualTo(3);
    assertThat(target.sequences()).containsExactly(1L, 2L, 3L);
  }

  @Test
  void aFileWithTheNameOfASegmentThatIsNoneIsTold() throws Exception {
    Path folder = leave(1);
    Files.writeString(folder.resolve("9999999999.log"), "a diary of somebody else");
    assertThat(spill().list().get(0).state()).isEqualTo(FolderStatus.State.UNREADABLE);
    assertThat(drainOne().notes()).anyMatch(note -> note.contains("is not a segment"));
    assertThat(target.sequences()).isEmpty();
  }

  @Test
  void aWriteThatCannotBeReadIsToldBeforeAnythingIsApplied() throws Exception {
    Path segment = Segment.files(leave(1, 2)).get(0);
    byte[] payload = {0, 3, 0, 0, 0, 7};
    byte[] odd = new byte[payload.length + Frames.AROUND_PAYLOAD];
    System.arraycopy(payload, 0, odd, Frames.HEAD_BYTES, payload.length);
    Frames.complete(odd, 0, payload.length, Frames.WRITE, 3, new CRC32C());
    byte[] bytes = Files.readAllBytes(segment);
    Files.write(segment, Arrays.copyOf(bytes, bytes.length - Frames.AROUND_PAYLOAD));
    Files.write(segment, odd, StandardOpenOption.APPEND);
    FolderDrain drained = drainOne(new DrainSettings(true, Set.of(), false));
    assertThat(drained.outcome()).isEqualTo(FolderDrain.Outcome.UNREADABLE);
    assertThat(drained.notes()).anyMatch(note -> note.contains("The write 3"));
    assertThat(target.sequences()).isEmpty();
  }

  @Test
  void aSegmentOfWhichOnlyTheBeginningOfItsHeaderIsThereNeedsNoNote() throws Exception {
    Path folder = leave(1);
    for (byte[] begun : new byte[][] {{}, {'Q', 'S', 'P'}}) {
      Files.write(folder.resolve("0000000002.log"), begun);
      FolderStatus status = spill().list().get(0);
      assertThat(status.state()).isEqualTo(FolderStatus.State.LEFT_BEHIND);
      assertThat(status.notes()).isEmpty();
    }
    assertThat(drainOne().applied()).isEqualTo(1);
  }

  @Test
  void anotherVersionIsLeftAloneAndOthersAreDrained() throws Exception {
    Path newer = leave(1);
    Files.writeString(newer.resolve("format"), "quorate-spill 3\ncreated later\n");
    leave(2);
    List<FolderDrain> all = spill().drain(target, DrainSettings.usual());
    assertThat(all)
        .extracting(FolderDrain::outcome)
        .containsExactly(FolderDrain.Outcome.UNREADABLE, FolderDrain.Outcome.DRAINED);
    assertThat(all.get(0).notes()).anyMatch(note -> note.contains("version 3"));
    assertThat(target.sequences()).containsExactly(2L);
    assertThat(spill().list().get(0).state()).isEqualTo(FolderStatus.State.UNREADABLE);
    assertThat(Segment.files(newer)).hasSize(1);
  }

  @Test
  void aSegmentOfAnotherVersionIsLeftAlone() throws Exception {
    Path segment = Segment.files(leave(1)).get(0);
    byte[] bytes = Files.readAllBytes(segment);
    bytes[11] = 7;
    Files.write(segment, bytes);
    FolderDrain drained = drainOne(new DrainSettings(true, Set.of(), false));
    assertThat(drained.outcome()).isEqualTo(FolderDrain.Outcome.UNREADABLE);
    assertThat(drained.notes()).anyMatch(note -> note.contains("version 7"));
    assertThat(spill().list().get(0).state()).isEqualTo(FolderStatus.State.UNREADABLE);
  }

  @Test
  void aFolderThatIsNoSpillIsNotTouched() throws Exception {
    Path foreign = Files.createDirectory(directory.resolve("photos"));
    Files.writeString(foreign.resolve("a.jpg"), "picture");
    FolderDrain drained = drainOne();
    assertThat(drained.outcome()).isEqualTo(FolderDrain.Outcome.UNREADABLE);
    assertThat(drained.notes()).anyMatch(note -> note.contains("is not the folder of a spill"));
    try (Stream<Path> files = Files.list(foreign)) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void aMoveThatACrashCutShortAppliesNothingTwice() throws Exception {
    Path folder = leave(1, 2, 3);
    Path segment = Segment.files(folder).get(0);
    Files.copy(segment, folder.resolve("0000000002.log"));
    assertThat(drainOne().outcome()).isEqualTo(FolderDrain.Outcome.DRAINED);
    assertThat(target.sequences()).containsExactly(1L, 2L, 3L);
  }

  @Test
  void whatWasLeftInTheMakingOrRemovingIsRemovedWhenItIsOld() throws Exception {
    Path making = Files.createDirectory(directory.resolve("20260101T000000.000000Z-2-abcd"));
    Files.createFile(making.resolve("format.new"));
    Path removing = Files.createDirectory(directory.resolve("20260101T000000.000000Z-1-abcd"));
    Files.createFile(removing.resolve("lock"));
    Files.createFile(removing.resolve("0000000007.ack"));
    Path recent = Files.createDirectory(directory.resolve("20260101T000000.000000Z-3-abcd"));
    FileTime old = FileTime.from(Instant.now().minus(Duration.ofHours(1)));
    Files.setLastModifiedTime(making, old);
    Files.setLastModifiedTime(removing, old);
    assertThat(spill().list()).isEmpty();
    assertThat(spill().drain(target, DrainSettings.usual())).isEmpty();
    assertThat(making).doesNotExist();
    assertThat(removing).doesNotExist();
    assertThat(recent).exists();
  }

  @Test
  void theNameOfAHostNeverMakesAFolderUnreadable() throws Exception {
    String odd = FolderFormat.inOneLine(" db1\nprocess no number\r" + "x".repeat(9_000));
    assertThat(odd).startsWith("db1 process no number x").hasSize(255);
    FolderFormat format = new FolderFormat(Instant.ofEpochSecond(7), odd, 4711, Optional.of("c-1"));
    format.write(directory);
    FolderFormat.complete(directory);
    assertThat(FolderFormat.read(directory)).isEqualTo(format);
  }

  @Test
  void aDirectoryThatIsNotThereIsToldWithItsName() {
    Path missing = directory.resolve("missing");
    assertThatThrownBy(() -> SpillDirectory.at(missing))
        .isInstanceOf(SpillException.class)
        .hasMessageContaining(missing.toString());
  }

  @Test
  void aWriteAcknowledgedByNobodyIsAppliedAgainAfterEveryCrash() throws Exception {
    leave(1, 2);
    SpillTarget crashing =
        writes -> {
          List<SpillTarget.Refusal> none = target.apply(writes);
          throw new InterruptedIOException("crash behind the server's answer " + none.size());
        };
    assertThatThrownBy(() -> spill().drain(crashing, DrainSettings.usual()))
        .isInstanceOf(InterruptedIOException.class);
    assertThat(drainOne().applied()).isEqualTo(2);
    assertThat(target.sequences()).containsExactly(1L, 2L, 1L, 2L);
  }
}
