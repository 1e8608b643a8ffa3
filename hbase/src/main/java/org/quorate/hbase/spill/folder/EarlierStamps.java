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
 * @param ended files that nobody writes again, and that count in this if they say anything
 * @param problems what does not count and why, one sentence each
 */
record EarlierStamps(long last, List<Path> ended, List<String> problems) {
  /** A clock that was set by hand is off by hours; what is further ahead is believed of nobody. */
  static final long MOST_AHEAD_MILLIS = TimeUnit.DAYS.toMillis(1);

  /** Where files come and go all the time the last reading has to do. */
  private static final int MOST_READINGS = 100;

  /**
   * Reads all. A file that vanishes meanwhile counts in another's, which was there before: so
   * everything was read when the same files are there before and after.
   *
   * @param spill the folder of the caller's own spill
   * @param cluster whose rows are stamped; what was stamped of another's does not count
   * @param now by the clock that stamps, in milliseconds
   */
  static EarlierStamps beside(Path spill, Optional<String> cluster, long now) {
    Path folder = spill.resolveSibling(KeptStamps.FOLDER);
    EarlierStamps read = nothing();
    try {
      List<Path> before;
      List<Path> after = files(folder);
      int readings = 0;
      long last = 0;
      do {
        before = after;
        read = nothing();
        for (Path file : before) {
          read = read.and(file, cluster, now);
        }
        last = Math.max(last, read.last);
        after = files(folder);
        // A list that is made while one file takes another's place may have neither.
      } while ((!complete(after).equals(complete(before))
              || (complete(after).isEmpty() && isThere(folder)))
          && ++readings < MOST_READINGS);
      return new EarlierStamps(last, read.ended, read.problems);
    } catch (IOException e) {
      return read.without(folder, e);
    }
  }

  private static EarlierStamps nothing() {
    return new EarlierStamps(0, new ArrayList<>(), new ArrayList<>());
  }

  private EarlierStamps and(Path file, Optional<String> cluster, long now) {
    String name = String.valueOf(file.getFileName()).replace(StampFile.INCOMPLETE, "");
    try {
      // First: of one that ends in between more is read than counts, and not less.
      boolean running = isRunning(file.resolveSibling("..").resolve(name));
      long theirs = 0;
      if (file.endsWith(name)) {
        StampFile said = StampFile.read(file);
        if (said.cluster().isPresent() && cluster.isPresent() && !said.cluster().equals(cluster)) {
          return this;
        }
        theirs = running ? said.given() : said.reserved();
      }
      if (theirs - now > MOST_AHEAD_MILLIS) {
        throw new SpillFormatException(
            "it is " + (theirs - now) + " ms ahead of this clock, which is more than a day");
      }
      if (!running) {
        ended.add(file);
      }
      return new EarlierStamps(Math.max(last, theirs), ended, problems);
    } catch (NoSuchFileException e) {
      return this;
    } catch (IOException e) {
      return without(file, e);
    }
  }

  private EarlierStamps without(Path file, IOException reason) {
    problems.add(
        file
            + " does not count ("
            + (reason instanceof SpillFormatException ? reason.getMessage() : reason)
            + "): stamps may begin before those of earlier processes, whose writes then win over"
            + " later ones; see whether the clock is right, restore what it says, or remove it.");
    return this;
  }

  /** What is being written says nothing yet, and comes and goes. */
  private static List<Path> complete(List<Path> files) {
    return files.stream().filter(file -> !file.toString().endsWith(StampFile.INCOMPLETE)).toList();
  }

  private static boolean isRunning(Path spill) throws IOException {
    try {
      return FolderLock.isHeld(spill);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private static boolean isThere(Path folder) {
    return Files.isDirectory(folder);
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.sorted().toList();
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }
}
