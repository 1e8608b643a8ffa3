package org.quorate.study.history;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.quorate.core.history.HistoryFormatException;
import org.quorate.core.history.HistoryReader;
import org.quorate.core.history.OperationTag;
import org.quorate.core.history.TextTable;
import org.quorate.core.oracle.Judgement;
import org.quorate.study.progress.Progress;

/**
 * Judges recorded histories, plain or gzip, whoever wrote them, with lines in any order. Several
 * files are judged together, as runs on one cluster and one clock: the writes of each count for the
 * reads of all, while a client is a client of its file. Memory is bounded, and so is the disk that
 * larger histories take for a while. Stateless and thread-safe.
 */
public final class HistoryCheck {
  private static final int MAX_FILES = OperationTag.MAX_GROUP + 1;
  private static final int MAX_CLIENTS = 1 << 20;
  private static final int TELL_EVERY = 1 << 16;

  private HistoryCheck() {}

  /**
   * Judges files together and silently.
   *
   * @throws HistoryFormatException if a file does not follow the format; the message names the line
   * @throws IOException if a file cannot be read, or a limit is met
   */
  public static HistoryVerdict check(List<Path> files, HistoryCheckOptions options)
      throws IOException {
    return check(files, options, Progress.silent());
  }

  /**
   * Judges files together.
   *
   * @param files at least one, none of them twice
   * @param progress is told how much of the files has been read
   * @throws HistoryFormatException if a file does not follow the format; the message names the line
   * @throws IOException if a file cannot be read, or a limit is met
   */
  public static HistoryVerdict check(
      List<Path> files, HistoryCheckOptions options, Progress progress) throws IOException {
    long totalBytes = checkFiles(files);
    SpillSpace space = new SpillSpace(options.temporaryFolder(), options.maxTemporaryBytes());
    Reading reading = new Reading(options, totalBytes);
    try (OperationStore store = new OperationStore(options.memoryBytes(), space, reading::share);
        Progress.Task task = progress.start("checking", totalBytes, "bytes")) {
      List<Boolean> truncated = new ArrayList<>();
      for (int group = 0; group < files.size(); group++) {
        truncated.add(reading.read(files.get(group), group, store, task));
      }
      task.detail("judging");
      Judgement judgement = store.judge(options.timeLineBuckets());
      return HistoryVerdict.of(files, truncated, judgement, store.spilled());
    }
  }

  private static long checkFiles(List<Path> files) throws IOException {
    if (files.isEmpty() || files.size() > MAX_FILES) {
      throw new IllegalArgumentException(
          "Between 1 and "
              + MAX_FILES
              + " histories can be checked together, not "
              + files.size()
              + ".");
    }
    Set<Path> seen = new HashSet<>();
    long bytes = 0;
    for (Path file : files) {
      if (!Files.exists(file)) {
        throw new IOException("The history " + file + " does not exist; check its path.");
      }
      if (Files.isDirectory(file)) {
        throw new IOException(file + " is a folder; name the history files in it.");
      }
      if (!seen.add(file.toRealPath())) {
        throw new IOException("The history " + file + " is given twice; name each file once.");
      }
      bytes += Files.size(file);
    }
    return bytes;
  }

  /** The reading of all files, one after the other. */
  private static final class Reading {
    private final HistoryCheckOptions options;
    private final long totalBytes;
    private final TextTable clients = new TextTable();
    private long bytesOfFilesBefore;
    private @Nullable HistoryInput current;

    Reading(HistoryCheckOptions options, long totalBytes) {
      this.options = options;
      this.totalBytes = totalBytes;
    }

    /** Which share of the files has been read. */
    double share() {
      return totalBytes == 0 ? 1 : (double) bytesRead() / totalBytes;
    }

    private long bytesRead() {
      HistoryInput input = current;
      return bytesOfFilesBefore + (input == null ? 0 : input.fileBytesRead());
    }

    /** Adds the operations of a file to the store; whether the file was cut off. */
    boolean read(Path file, int group, OperationStore store, Progress.Task task)
        throws IOException {
      try (HistoryInput input = HistoryInput.open(file, options.maxTextBytes())) {
        current = input;
        HistoryReader reader = new HistoryReader(input, file.toString(), options.allowTruncated());
        while (reader.next()) {
          long tag =
              OperationTag.of(
                  reader.type(), reader.outcome(), reader.level(), client(reader, file));
          store.add(
              reader.buffer(),
              reader.keyStart(),
              reader.keyLength(),
              reader.version(),
              reader.invokeNanos(),
              reader.completeNanos(),
              OperationTag.withGroup(tag, group));
          if (reader.operations() % TELL_EVERY == 0) {
            task.advance(bytesRead());
          }
        }
        bytesOfFilesBefore = bytesRead();
        current = null;
        task.advance(bytesOfFilesBefore);
        return reader.truncated();
      }
    }

    private int client(HistoryReader reader, Path file) throws HistoryFormatException {
      int client = clients.number(reader.buffer(), reader.clientStart(), reader.clientLength());
      if (client >= MAX_CLIENTS) {
        throw new HistoryFormatException(
            file
                + ", line "
                + (reader.operations() + 1)
                + ": client '"
                + new String(
                    reader.buffer(),
                    reader.clientStart(),
                    Math.min(60, reader.clientLength()),
                    StandardCharsets.UTF_8)
                + "' is one more than the "
                + MAX_CLIENTS
                + " distinct clients that a history may have; give each client one name.",
            reader.operations() + 1);
      }
      return client;
    }
  }
}
