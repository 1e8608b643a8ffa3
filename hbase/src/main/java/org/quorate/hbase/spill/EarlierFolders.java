package org.quorate.hbase.spill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What earlier processes have left in a spill directory. It counts against the bound of the spill
 * that is opened there next: otherwise a process that is killed and started again, again and again,
 * while no server answers would fill the disk with one folder after another. Thread-safe.
 */
final class EarlierFolders {
  private final List<Path> folders;
  private volatile long bytes;

  private EarlierFolders(List<Path> folders) {
    this.folders = List.copyOf(folders);
    look();
  }

  /**
   * The folders of spills that no process has now, this one included.
   *
   * @param cluster whose they are; those of others are not to be drained here, so that they would
   *     take room for good
   */
  static EarlierFolders in(Path directory, Optional<String> cluster) throws IOException {
    List<Path> left = new ArrayList<>();
    try (Stream<Path> all = Files.list(directory)) {
      for (Path folder : all.filter(SpillFolder::isNamedAsOne).toList()) {
        if (isLeft(folder) && !isForAnother(folder, cluster)) {
          left.add(folder);
        }
      }
    }
    return new EarlierFolders(left);
  }

  /** Looks how much is left of them; a drain may have removed some. */
  void look() {
    bytes = folders.stream().mapToLong(Directories::bytes).sum();
  }

  /** What they take, as seen last. */
  long bytes() {
    return bytes;
  }

  private static boolean isForAnother(Path folder, Optional<String> cluster) {
    try {
      return FolderFormat.read(folder).isForAnother(cluster);
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isLeft(Path folder) {
    try {
      Optional<FolderLock> lock = FolderLock.tryTake(folder);
      if (lock.isPresent()) {
        lock.get().close();
      }
      return lock.isPresent();
    } catch (IOException e) {
      // It is gone, or another user's, whose spill has a bound of its own.
      return false;
    }
  }
}
