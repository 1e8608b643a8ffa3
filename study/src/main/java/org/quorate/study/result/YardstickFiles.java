package org.quorate.study.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.recency.RecentWrites;
import org.quorate.core.yardstick.ReadAgeClasses;
import org.quorate.core.yardstick.ReadCells;
import org.quorate.core.yardstick.RunReads;
import org.quorate.study.io.WholeFile;

/**
 * What the yardstick needs to know of one run, in two files: {@code yardstick-seconds.csv} and
 * {@code yardstick-ages.csv}. Stateless.
 */
public final class YardstickFiles {
  /** Reads by key and second. */
  public static final String SECONDS = "yardstick-seconds.csv";

  /** Reads by how often their key was read, and by the age of its newest write. */
  public static final String AGES = "yardstick-ages.csv";

  private static final String SECONDS_HEADER = "reads,stale_reads,cells";
  private static final String AGES_HEADER = "key_reads_from,age_from_ns,reads,stale_reads";

  private YardstickFiles() {}

  /** Writes both files into a run's folder, each whole or not at all, {@link #AGES} last. */
  public static void write(Path folder, RunReads reads) throws IOException {
    StringBuilder seconds = new StringBuilder(SECONDS_HEADER).append('\n');
    for (ReadCells.Alike cell : reads.cells().cells()) {
      seconds.append(cell.reads()).append(',').append(cell.staleReads());
      seconds.append(',').append(cell.cells()).append('\n');
    }
    StringBuilder ages = new StringBuilder(AGES_HEADER).append('\n');
    for (ReadAgeClasses.OfAge age : reads.ages().ages()) {
      ages.append(1L << age.keyClass()).append(',');
      // Of keys that were never written there is no age.
      ages.append(age.bin() == AgeBins.NEVER ? "" : AgeBins.fromNanos(age.bin())).append(',');
      ages.append(age.reads()).append(',').append(age.staleReads()).append('\n');
    }
    WholeFile.write(folder.resolve(SECONDS), seconds.toString());
    WholeFile.write(folder.resolve(AGES), ages.toString());
  }

  /** Whether both files are there. */
  public static boolean areIn(Path folder) {
    return Files.isRegularFile(folder.resolve(AGES))
        && Files.isRegularFile(folder.resolve(SECONDS));
  }

  /**
   * Reads both files.
   *
   * @throws IOException if they cannot be read, or are no such files
   */
  public static RunReads read(Path folder) throws IOException {
    try {
      List<ReadCells.Alike> cells = new ArrayList<>();
      for (String[] line : lines(folder.resolve(SECONDS), SECONDS_HEADER)) {
        cells.add(
            new ReadCells.Alike(
                Long.parseLong(line[0]), Long.parseLong(line[1]), Long.parseLong(line[2])));
      }
      List<ReadAgeClasses.OfAge> ages = new ArrayList<>();
      for (String[] line : lines(folder.resolve(AGES), AGES_HEADER)) {
        long age = line[1].isEmpty() ? RecentWrites.NEVER_WRITTEN : Long.parseLong(line[1]);
        ages.add(
            new ReadAgeClasses.OfAge(
                ReadAgeClasses.classOf(Long.parseLong(line[0])),
                AgeBins.of(age),
                Long.parseLong(line[2]),
                Long.parseLong(line[3])));
      }
      return new RunReads(new ReadCells(cells), new ReadAgeClasses(ages));
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      throw new IOException(folder + " does not hold what the yardstick needs of a run", e);
    }
  }

  private static List<String[]> lines(Path file, String header) throws IOException {
    List<String> lines = Files.readAllLines(file);
    if (lines.isEmpty() || !lines.get(0).equals(header)) {
      throw new IOException(file + " has another header");
    }
    return lines.subList(1, lines.size()).stream().map(line -> line.split(",", -1)).toList();
  }
}
