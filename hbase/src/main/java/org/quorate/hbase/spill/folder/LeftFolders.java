package org.quorate.hbase.spill.folder;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.quorate.hbase.spill.FolderDrain;

/**
 * What earlier processes have left in a spill directory and could not be applied, as seen by the
 * last drain. Folders of processes that run are not left.
 *
 * @param folders how many, by what keeps their writes from being applied
 * @param bytes of their files
 * @param oldest when the first of them was made, among those that can be read; accepted writes wait
 *     since then, or a little less
 */
public record LeftFolders(
    Map<FolderDrain.Outcome, Long> folders, long bytes, Optional<Instant> oldest) {
  /** Nothing is left. */
  public static final LeftFolders NONE = new LeftFolders(Map.of(), 0, Optional.empty());

  /** Makes the map unmodifiable. */
  public LeftFolders {
    folders = Map.copyOf(folders);
  }

  static LeftFolders of(Collection<FolderDrain> drained) {
    Map<FolderDrain.Outcome, Long> folders = new EnumMap<>(FolderDrain.Outcome.class);
    List<Path> left = new ArrayList<>();
    for (FolderDrain each : drained) {
      if (each.leavesWrites()) {
        folders.merge(each.outcome(), 1L, Long::sum);
        left.add(each.folder());
      }
    }
    return new LeftFolders(
        folders,
        left.stream().mapToLong(Directories::bytes).sum(),
        left.stream().flatMap(LeftFolders::created).min(Comparator.naturalOrder()));
  }

  /** How many there are. */
  public long count() {
    return folders.values().stream().mapToLong(Long::longValue).sum();
  }

  private static Stream<Instant> created(Path folder) {
    try {
      return Stream.of(FolderFormat.read(folder).created());
    } catch (IOException e) {
      return Stream.empty();
    }
  }
}
