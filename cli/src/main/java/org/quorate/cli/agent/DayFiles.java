package org.quorate.cli.agent;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.quorate.study.io.Tree;
import org.quorate.study.io.WholeFile;

/**
 * CSV files of one folder, a file for each kind of rows and day in UTC: {@code
 * tables-2026-11-26.csv}. Rows are appended and forced to the disk, whole lines only; a day that is
 * over is compressed. Used by one thread and one process.
 *
 * <p>A clock that was wrong for a while harms nothing: a day that is compressed already gets a
 * second file, and what is too old is told by how many newer days there are.
 */
final class DayFiles {
  private static final int BLOCK = 64 * 1024;

  private final Path folder;
  private final Map<String, String> headers;
  private final Consumer<String> told;

  /** Whatever else is in the folder is not ours. */
  private final Pattern ours;

  private final Pattern temporary;

  /**
   * @param folder that exists
   * @param headers of each kind
   * @param told a sentence where something that was recorded had to be cut off
   */
  DayFiles(Path folder, Map<String, String> headers, Consumer<String> told) {
    this.folder = folder;
    this.headers = Map.copyOf(headers);
    this.told = told;
    String names =
        "("
            + headers.keySet().stream().map(Pattern::quote).collect(Collectors.joining("|"))
            + ")-(\\d{4}-\\d{2}-\\d{2})(\\.\\d+)?\\.csv(\\.gz)?";
    this.ours = Pattern.compile(names);
    this.temporary = Pattern.compile(names + "\\..*" + Pattern.quote(WholeFile.TEMPORARY_SUFFIX));
  }

  /** Cuts off what a killed process left half written. */
  void mend() throws IOException {
    for (Path file : Tree.children(folder)) {
      String name = name(file);
      if (temporary.matcher(name).matches()) {
        Files.delete(file);
      } else if (ours.matcher(name).matches() && name.endsWith(".csv")) {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
          mend(file, open);
        }
      }
    }
  }

  /** How long the file is without a last line that is not whole, which is cut off. */
  private long mend(Path file, RandomAccessFile open) throws IOException {
    long length = open.length();
    long whole = length;
    while (whole > 0) {
      open.seek(whole - 1);
      if (open.read() == '\n') {
        break;
      }
      whole--;
    }
    if (whole < length) {
      open.setLength(whole);
      told.accept(
          "The last line of "
              + file
              + " was not whole; its "
              + (length - whole)
              + " bytes were cut off.");
    }
    return whole;
  }

  /**
   * Appends rows and forces them to the disk.
   *
   * @throws IOException if that cannot be; the file is then as it was, as far as the disk lets it
   */
  void append(DayRows rows) throws IOException {
    Path file = folder.resolve(rows.kind() + "-" + rows.day() + ".csv");
    // Not by a channel, which an interrupted thread cannot use.
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
      long whole = mend(file, open);
      String text = (whole == 0 ? headers.get(rows.kind()) + "\n" : "") + rows.text();
      try {
        open.seek(whole);
        open.write(text.getBytes(StandardCharsets.UTF_8));
        open.getFD().sync();
      } catch (IOException failure) {
        cut(open, whole, failure);
        throw failure;
      }
    }
  }

  private static void cut(RandomAccessFile open, long length, IOException failure) {
    try {
      open.setLength(length);
    } catch (IOException second) {
      failure.addSuppressed(second);
    }
  }

  /** Something that is done to a file. */
  private interface Step {
    void on(Path file) throws IOException;
  }

  /** Does it to all, also behind one with which it fails. */
  private static void each(List<Path> files, Step step) throws IOException {
    IOException failure = null;
    for (Path file : files) {
      try {
        step.on(file);
      } catch (IOException next) {
        if (failure == null) {
          failure = next;
        } else {
          failure.addSuppressed(next);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /**
   * Compresses the files of all days before one.
   *
   * @throws IOException if that cannot be for some of them; the others are compressed
   */
  void compressBefore(LocalDate today) throws IOException {
    each(
        Tree.children(folder),
        file -> {
          Matcher name = ours.matcher(name(file));
          if (name.matches()
              && name.group(4) == null
              && name.group(2).compareTo(today.toString()) < 0) {
            compress(file, name.group(1) + "-" + name.group(2));
          }
        });
  }

  private void compress(Path file, String day) throws IOException {
    Path compressed = folder.resolve(day + ".csv.gz");
    for (int number = 2; Files.exists(compressed) && !isSame(file, compressed); number++) {
      compressed = folder.resolve(day + "." + number + ".csv.gz");
    }
    if (!Files.exists(compressed)) {
      WholeFile.write(
          compressed,
          stream -> {
            try (OutputStream zip = new Smallest(stream)) {
              Files.copy(file, zip);
            }
          });
    }
    Files.delete(file);
  }

  /** As where a process was killed before it deleted what it had compressed. */
  static boolean isSame(Path file, Path compressed) throws IOException {
    try (InputStream one = new BufferedInputStream(Files.newInputStream(file));
        InputStream other = new GZIPInputStream(Files.newInputStream(compressed), BLOCK)) {
      byte[] block;
      do {
        block = one.readNBytes(BLOCK);
        if (!Arrays.equals(block, other.readNBytes(BLOCK))) {
          return false;
        }
      } while (block.length > 0);
      return true;
    }
  }

  /**
   * Deletes what belongs to other days than the newest ones that are over.
   *
   * @throws IOException if that cannot be for some files; the others are deleted
   */
  void keep(int days, LocalDate today) throws IOException {
    List<String> names = Tree.children(folder).stream().map(DayFiles::name).toList();
    each(older(names, days, today).stream().map(folder::resolve).toList(), Files::deleteIfExists);
  }

  /** Which of these names are of days that are over, and not of the newest of these. */
  List<String> older(List<String> names, int days, LocalDate today) {
    List<String> over =
        names.stream()
            .map(this::day)
            .filter(day -> !day.isEmpty() && day.compareTo(today.toString()) < 0)
            .distinct()
            .sorted(Comparator.reverseOrder())
            .skip(days)
            .toList();
    return names.stream().filter(name -> over.contains(day(name))).toList();
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }

  /** The day of a file; empty where it is none of these files. */
  private String day(String name) {
    Matcher matcher = ours.matcher(name);
    return matcher.matches() ? matcher.group(2) : "";
  }

  /** How many bytes all files have. */
  long bytes() throws IOException {
    long bytes = 0;
    for (Path file : Tree.children(folder)) {
      bytes += day(name(file)).isEmpty() || !Files.isRegularFile(file) ? 0 : Files.size(file);
    }
    return bytes;
  }

  /** Compresses as well as it can, since it does so once a day. */
  private static final class Smallest extends GZIPOutputStream {
    Smallest(OutputStream out) throws IOException {
      super(out);
      def.setLevel(Deflater.BEST_COMPRESSION);
    }
  }
}
