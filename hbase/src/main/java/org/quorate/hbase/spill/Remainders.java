package org.quorate.hbase.spill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Folders whose making or removing was cut short by a crash, so that no write can be in them.
 * Stateless.
 */
final class Remainders {
  private static final Logger LOG = LoggerFactory.getLogger(Remainders.class);

  /** A folder that is still being made is younger than this. */
  private static final Duration MAKING = Duration.ofMinutes(10);

  private Remainders() {}

  /** Whether a spill's folder was removed, except for its lock or what has become needless. */
  static boolean isOne(Path folder) throws IOException {
    if (!SpillFolder.isNamedAsOne(folder) || Files.exists(folder.resolve(FolderFormat.FILE))) {
      return false;
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.allMatch(
          file ->
              file.endsWith(FolderLock.FILE)
                  || file.toString().endsWith(Segment.ACKNOWLEDGEMENT_SUFFIX));
    } catch (NoSuchFileException e) {
      return true;
    }
  }

  /** Removes those in a directory that are old. What cannot be removed is left. */
  static void remove(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (Stream<Path> all = Files.list(directory)) {
      for (Path folder : all.toList()) {
        try {
          removeIfOld(folder);
        } catch (IOException e) {
          LOG.debug("{} is left as it is: {}", folder, e.toString());
        }
      }
    }
  }

  private static void removeIfOld(Path folder) throws IOException {
    boolean unfinished =
        String.valueOf(folder.getFileName()).startsWith(SpillFolder.UNFINISHED)
            && Segment.files(folder).isEmpty();
    if ((unfinished || isOne(folder)) && isOld(folder)) {
      Optional<SpillFolder> adopted = SpillFolder.adoptUnfinished(folder);
      if (adopted.isPresent()) {
        adopted.get().delete();
      }
    }
  }

  private static boolean isOld(Path folder) throws IOException {
    return Files.getLastModifiedTime(folder).toInstant().isBefore(Instant.now().minus(MAKING));
  }
}
