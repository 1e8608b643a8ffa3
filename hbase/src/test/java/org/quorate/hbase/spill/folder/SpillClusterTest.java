package org.quorate.hbase.spill.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.quorate.hbase.spill.folder.Writes.append;
import static org.quorate.hbase.spill.folder.Writes.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.hbase.spill.CrashDurability;
import org.quorate.hbase.spill.DrainSettings;
import org.quorate.hbase.spill.FolderDrain;
import org.quorate.hbase.spill.FolderStatus;
import org.quorate.hbase.spill.SegmentSettings;
import org.quorate.hbase.spill.SpillCluster;
import org.quorate.hbase.spill.SpillFullException;
import org.quorate.hbase.spill.SpillTarget;

/** A spill is for one cluster, and others that share its directory leave it alone. */
@Timeout(60)
final class SpillClusterTest {
  @TempDir Path directory;

  private final ListTarget target = new ListTarget().of("green");

  private static SpillCluster cluster(String id) {
    return new SpillCluster(Optional.of(id), table -> SpillCluster.NO_REGION);
  }

  private Path leave(String cluster, long... sequences) throws Exception {
    try (SegmentedSpill spill = SegmentedSpill.open(settings(directory), cluster(cluster))) {
      append(spill, sequences);
      return spill.folder();
    }
  }

  private List<FolderDrain> drain(SpillTarget into) throws IOException {
    return SpillDirectory.at(directory).drain(into, DrainSettings.usual());
  }

  @Test
  void aSpillForAnotherClusterIsKeptAndToldAndOthersAreDrained() throws Exception {
    Path other = leave("blue", 1, 2);
    leave("green", 3);
    List<FolderDrain> all = drain(target);
    assertThat(all)
        .extracting(FolderDrain::outcome)
        .containsExactly(FolderDrain.Outcome.OTHER_CLUSTER, FolderDrain.Outcome.DRAINED);
    assertThat(all.get(0).leavesWrites()).isTrue();
    assertThat(all.get(0).notes())
        .hasSize(1)
        .allMatch(note -> note.contains("the cluster blue, and this is green"))
        .allMatch(note -> note.contains("--elsewhere"));
    assertThat(target.sequences()).containsExactly(3L);
    FolderStatus status = SpillDirectory.at(directory).list().get(0);
    assertThat(status.folder()).isEqualTo(other);
    assertThat(status.cluster()).contains("blue");
    assertThat(status.writes()).hasValue(2);
    assertThat(drain(new ListTarget().of("blue")).get(0).applied()).isEqualTo(2);
  }

  @Test
  void whoeverSaysSoAppliesWhatWasForAClusterThatThisOneHasTakenThePlaceOf() throws Exception {
    leave("blue", 1, 2);
    DrainSettings elsewhere = new DrainSettings(false, Set.of(), true);
    assertThat(SpillDirectory.at(directory).drain(target, elsewhere).get(0).outcome())
        .isEqualTo(FolderDrain.Outcome.DRAINED);
    assertThat(target.sequences()).containsExactly(1L, 2L);
  }

  @Test
  void aClusterThatDoesNotSayWhichItIsIsAskedAgainLater() throws Exception {
    leave("green", 1);
    leave("green", 2);
    assertThat(drain(new ListTarget().answering(0)))
        .extracting(FolderDrain::outcome)
        .containsExactly(FolderDrain.Outcome.INTERRUPTED, FolderDrain.Outcome.NOT_TRIED);
    drain(target);
    assertThat(target.sequences()).containsExactly(1L, 2L);
  }

  @Test
  void whereEitherIsUnknownWritesAreApplied() throws Exception {
    try (SegmentedSpill unknown = SegmentedSpill.open(settings(directory))) {
      append(unknown, 1);
    }
    assertThat(drain(target).get(0).outcome()).isEqualTo(FolderDrain.Outcome.DRAINED);
    leave("blue", 2);
    ListTarget none = new ListTarget();
    assertThat(drain(none).get(0).outcome()).isEqualTo(FolderDrain.Outcome.DRAINED);
    assertThat(none.sequences()).containsExactly(2L);
  }

  @Test
  void aFormatThatHasLostItsClusterIsNotTakenForOneOfAny() throws Exception {
    Path folder = leave("blue", 1);
    Path format = folder.resolve(FolderFormat.FILE);
    Files.writeString(format, Files.readString(format).replace("cluster blue\n", ""));
    FolderDrain drained = drain(target).get(0);
    assertThat(drained.outcome()).isEqualTo(FolderDrain.Outcome.UNREADABLE);
    assertThat(drained.notes()).anyMatch(note -> note.contains("\"cluster\" is missing"));
    assertThat(target.sequences()).isEmpty();
  }

  /** Otherwise what a cluster that is gone has left would keep its successor's spill full. */
  @Test
  void whatIsForAnotherClusterTakesNoRoomOfThisOnes() throws Exception {
    SegmentSettings small =
        new SegmentSettings(
            directory, CrashDurability.PROCESS_CRASH, 1 << 14, 1 << 12, Duration.ZERO);
    long fits;
    try (SegmentedSpill spill = SegmentedSpill.open(small, cluster("blue"))) {
      fits = SegmentedSpillCase.fill(spill);
    }
    try (SegmentedSpill same = SegmentedSpill.open(small, cluster("blue"))) {
      assertThatThrownBy(() -> append(same, 1)).isInstanceOf(SpillFullException.class);
    }
    try (SegmentedSpill other = SegmentedSpill.open(small, cluster("green"))) {
      append(other, LongStream.rangeClosed(1, fits).toArray());
    }
  }
}
