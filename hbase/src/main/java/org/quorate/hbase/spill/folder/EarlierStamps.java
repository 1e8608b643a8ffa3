package org.quorate.hbase.spill.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * How far the stamps of other processes have gone, as their files in {@code .stamps} say.
 *
 * <p>Of a process that has ended all that it had reserved counts, and of one that runs what it had
 * given when it reserved: who begins behind its reservation would be ahead of it. A folder that is
 * being drained looks like that of a process that runs.
 *
 * @param last no stamp of theirs is later, in milliseconds; 0 where nothing is known
 * @param ended files that count in this, and which nobody writes again
 * @param problems what does not count and why, one sentence each
 */
record EarlierStamps(long last, List<Path> ended, List<String> problems) {
  /** A clock that was set by hand is hours off; what is further ahead is believed of nobody. */
  static final long MOST_AHEAD_MILLIS = TimeUnit.DAYS.toMillis(1);

  /**
   * Reads all. A file that vanishes meanwhile counts in another's, which was there before: so
   * everything was read when the names are the same before and after.
   *
   * @param spill the folder of the caller's own spill
   * @param cluster whose rows are stamped; what was stamped of another's does not count
   * @param now by the clock that stamps, in milliseconds
   * @throws IOException if nobody can say which files there are
   */
  static EarlierStamps beside(Path spill, Optional<String> cluster, long now) throws IOException {
    List<Path> before;
    EarlierStamps read;
    do {
      before = files(spill.resolveSibling(KeptStamps.FOLDER));
      read = new EarlierStamps(0, new ArrayList<>(), new ArrayList<>());
      for (Path file : before) {
        String name = String.valueOf(file.getFileName());
        boolean incomplete = name.endsWith(StampFile.INCOMPLETE);
        String process =
            incomplete ? name.substring(0, name.length() - StampFile.INCOMPLETE.length()) : name;
        // First: of one that ends in between more is read than counts, and not less.
        boolean running = isRunning(spill.resolveSibling(process));
        if (!incomplete) {
          read = read.and(file, running, cluster, now);
        } else if (!running) {
          read.ended.add(file);
        }
      }
    } while (!before.equals(files(spill.resolveSibling(KeptStamps.FOLDER))));
    return read;
  }

  private EarlierStamps and(Path file, boolean running, Optional<String> cluster, long now) {
    try {
      StampFile read = StampFile.read(file);
      long theirs = running ? read.given() : read.reserved();
      if (read.isForAnother(cluster)) {
        return this;
      }
      if (theirs - now > MOST_AHEAD_MILLIS) {
        problems.add(
            file
                + " says that earlier writes were stamped "
                + (theirs - now)
                + " ms ahead of this clock: stamps do not begin there, since that is more than a"
                + " day, and overwrites lose to such writes; see which clock is wrong, and remove"
                + " the file where it was the other.");
        return this;
      }
      if (!running) {
        ended.add(file);
      }
      return new EarlierStamps(Math.max(last, theirs), ended, problems);
    } catch (NoSuchFileException e) {
      return this;
    } catch (IOException e) {
      problems.add(
          file
              + " cannot be read ("
              + e
              + "): stamps may begin before those of earlier processes, whose writes then win over"
              + " later ones; restore the file, or remove it.");
      return this;
    }
  }

  private static boolean isRunning(Path spill) {
    try {
      return FolderLock.isHeld(spill);
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.sorted().toList();
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }
}
