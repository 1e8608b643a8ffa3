package org.quorate.hbase.spill.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quorate.hbase.spill.folder.Writes.append;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.hbase.spill.DrainSettings;
import org.quorate.hbase.spill.FolderDrain;
import org.quorate.hbase.spill.SpillFullException;

/** What tests of a spill in segments have in common. */
@Timeout(120)
abstract class SegmentedSpillCase {
  @TempDir Path directory;

  final List<Long> drained() throws IOException {
    ListTarget target = new ListTarget();
    assertThat(SpillDirectory.at(directory).drain(target, DrainSettings.usual()))
        .allSatisfy(folder -> assertThat(folder.outcome()).isEqualTo(FolderDrain.Outcome.DRAINED));
    return target.sequences();
  }

  final List<Path> folders() throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.toList();
    }
  }

  final List<Path> segments(SegmentedSpill spill) throws IOException {
    return Segment.files(spill.folder());
  }

  /** Appends until the spill is full; returns the last sequence that was accepted. */
  static long fill(SegmentedSpill spill) throws Exception {
    long sequence = 0;
    while (true) {
      try {
        append(spill, sequence + 1);
        sequence++;
      } catch (SpillFullException full) {
        return sequence;
      }
    }
  }
}
