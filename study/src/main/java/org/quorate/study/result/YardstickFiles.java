package org.quorate.study.result;

import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
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

  private static final List<String> SECONDS_COLUMNS = List.of("reads", "stale_reads", "cells");
  private static final List<String> AGES_COLUMNS =
      List.of("key_reads_from", "age_from_ns", "reads", "stale_reads");

  private YardstickFiles() {}

  /** Writes both files into a run's folder, each whole or not at all, {@link #AGES} last. */
  public static void write(Path folder, RunReads reads) throws IOException {
    StringWriter seconds = new StringWriter();
    CsvWriter cells = CsvLines.to(seconds).writeRecord(SECONDS_COLUMNS);
    for (ReadCells.Alike cell : reads.cells().cells()) {
      write(cells, cell.reads(), cell.staleReads(), cell.cells());
    }
    StringWriter ages = new StringWriter();
    CsvWriter classes = CsvLines.to(ages).writeRecord(AGES_COLUMNS);
    for (ReadAgeClasses.OfAge age : reads.ages().ages()) {
      // Of keys that were never written there is no age.
      Object from = age.bin() == AgeBins.NEVER ? "" : AgeBins.fromNanos(age.bin());
      write(classes, 1L << age.keyClass(), from, age.reads(), age.staleReads());
    }
    WholeFile.write(folder.resolve(SECONDS), seconds.toString());
    WholeFile.write(folder.resolve(AGES), ages.toString());
  }

  private static void write(CsvWriter csv, Object... fields) {
    CsvWriter unused = csv.writeRecord(Arrays.stream(fields).map(Object::toString).toList());
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
      for (List<String> line : lines(folder.resolve(SECONDS), SECONDS_COLUMNS)) {
        cells.add(
            new ReadCells.Alike(
                Long.parseLong(line.get(0)),
                Long.parseLong(line.get(1)),
                Long.parseLong(line.get(2))));
      }
      List<ReadAgeClasses.OfAge> ages = new ArrayList<>();
      for (List<String> line : lines(folder.resolve(AGES), AGES_COLUMNS)) {
        String from = line.get(1);
        long age = from.isEmpty() ? RecentWrites.NEVER_WRITTEN : Long.parseLong(from);
        ages.add(
            new ReadAgeClasses.OfAge(
                ReadAgeClasses.classOf(Long.parseLong(line.get(0))),
                AgeBins.of(age),
                Long.parseLong(line.get(2)),
                Long.parseLong(line.get(3))));
      }
      return new RunReads(new ReadCells(cells), new ReadAgeClasses(ages));
    } catch (IllegalArgumentException e) {
      throw new IOException(folder + " does not hold what the yardstick needs of a run", e);
    }
  }

  private static List<List<String>> lines(Path file, List<String> columns) throws IOException {
    CsvLines csv = CsvLines.read(file);
    if (!csv.header().equals(columns)) {
      throw new IOException(file + " has another header");
    }
    return csv.lines();
  }
}
