package org.quorate.hbase.spill.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quorate.hbase.spill.folder.Writes.append;
import static org.quorate.hbase.spill.folder.Writes.settings;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.hbase.spill.DrainSettings;
import org.quorate.hbase.spill.FolderDrain;
import org.quorate.hbase.spill.SpillCluster;

/** Writes to a table that was truncated, or dropped and made again, before they are drained. */
@Timeout(60)
final class EarlierTableTest {
  @TempDir Path directory;

  private final ListTarget target = new ListTarget();
  private final AtomicLong newest = new AtomicLong();
  private final SpillCluster cluster = new SpillCluster(Optional.empty(), table -> newest.get());

  private FolderDrain drain(boolean elsewhere) throws IOException {
    return SpillDirectory.at(directory)
        .drain(target, new DrainSettings(false, Set.of(), elsewhere))
        .get(0);
  }

  @Test
  void whereAllRegionsAreNewerThanAWriteItStaysAndIsTold() throws Exception {
    try (SegmentedSpill spill = SegmentedSpill.open(settings(directory), cluster)) {
      newest.set(1_000);
      append(spill, 1, 2);
      newest.set(2_000);
      append(spill, 3);
    }
    target.oldestRegion(2_000);
    FolderDrain drained = drain(false);
    assertThat(drained.outcome()).isEqualTo(FolderDrain.Outcome.REFUSED);
    assertThat(target.sequences()).containsExactly(3L);
    assertThat(drained.refused()).hasSize(1).containsValue(2L);
    assertThat(drained.refused().keySet().iterator().next())
        .contains("table orders")
        .contains("truncated or made anew")
        .contains("--elsewhere");
    assertThat(drain(true).outcome()).isEqualTo(FolderDrain.Outcome.DRAINED);
    assertThat(target.sequences()).containsExactly(3L, 1L, 2L);
  }

  @Test
  void aTableThatHasARegionOfThatTimeIsTheSame() throws Exception {
    try (SegmentedSpill spill = SegmentedSpill.open(settings(directory), cluster)) {
      newest.set(1_000);
      append(spill, 1);
    }
    assertThat(drainOf(1_000).outcome()).isEqualTo(FolderDrain.Outcome.DRAINED);
    assertThat(target.sequences()).containsExactly(1L);
  }

  /** Before the regions of a table are known its writes have none, so nothing can be told. */
  @Test
  void whereNoRegionWasKnownOrIsTheWriteIsApplied() throws Exception {
    try (SegmentedSpill spill = SegmentedSpill.open(settings(directory), cluster)) {
      append(spill, 1);
    }
    assertThat(drainOf(5_000).outcome()).isEqualTo(FolderDrain.Outcome.DRAINED);
    try (SegmentedSpill spill = SegmentedSpill.open(settings(directory), cluster)) {
      newest.set(1_000);
      append(spill, 2);
    }
    ListTarget silent = new ListTarget();
    assertThat(SpillDirectory.at(directory).drain(silent, DrainSettings.usual()).get(0).outcome())
        .isEqualTo(FolderDrain.Outcome.DRAINED);
    assertThat(silent.sequences()).containsExactly(2L);
  }

  private FolderDrain drainOf(long oldestRegion) throws IOException {
    target.oldestRegion(oldestRegion);
    return drain(false);
  }
}
