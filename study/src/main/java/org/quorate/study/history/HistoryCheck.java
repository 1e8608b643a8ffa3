package org.quorate.study.history;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.quorate.core.history.HistoryFormatException;
import org.quorate.core.history.HistoryReader;
import org.quorate.core.history.OperationTag;
import org.quorate.core.history.TextDictionary;
import org.quorate.core.level.Level;
import org.quorate.core.oracle.ClockUncertainties;
import org.quorate.core.oracle.JudgedReads;
import org.quorate.core.oracle.Judgement;
import org.quorate.core.oracle.Staleness;
import org.quorate.core.oracle.TimeLine;
import org.quorate.core.quantity.ByteSizes;
import org.quorate.study.progress.Progress;

/**
 * Judges recorded histories, plain or gzip, whoever wrote them, with lines in any order. Several
 * files are judged together, as runs on one cluster and one clock, or on clocks of which a {@link
 * HistoryClock} beside the file tells how far it may be off: the writes of each count for the reads
 * of all, while a client is a client of its file. Memory is bounded, and so is the disk that larger
 * histories take for a while. Stateless and thread-safe.
 */
public final class HistoryCheck {
  private static final int MAX_FILES = OperationTag.MAX_GROUP + 1;
  private static final int MAX_CLIENTS = 1 << 20;
  private static final int TELL_EVERY = 1 << 16;

  /** The names of clients may take this part of the memory of a check, or the least. */
  private static final int CLIENTS_PART = 4;

  private static final long LEAST_CLIENTS_BYTES = 1 << 20;

  /**
   * Histories of one cluster and one clock.
   *
   * @param files what is judged, at least one
   * @param context further histories, whose writes count and whose reads do not; they may be cut
   *     off
   */
  public record Session(List<Path> files, List<Path> context) {
    public Session {
      files = List.copyOf(files);
      context = List.copyOf(context);
    }
  }

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
    return check(files, options, JudgedReads.NONE, progress);
  }

  /**
   * Judges files together.
   *
   * @param files at least one, none of them twice
   * @param judged is told of every read, a group being a file in their order
   * @param progress is told how much of the files has been read
   * @throws HistoryFormatException if a file does not follow the format; the message names the line
   * @throws IOException if a file cannot be read, or a limit is met
   */
  public static HistoryVerdict check(
      List<Path> files, HistoryCheckOptions options, JudgedReads judged, Progress progress)
      throws IOException {
    return check(List.of(new Session(files, List.of())), true, options, judged, progress);
  }

  /**
   * Judges sessions, each by itself, and sums up what was found in the files of all.
   *
   * @param sessions at least one
   * @param alike whether all files were measured under the same settings, so that their stale rates
   *     are those of blocks
   * @param progress is told how much of the files has been read
   * @throws HistoryFormatException if a file does not follow the format; the message names the line
   * @throws IOException if a file cannot be read, or a limit is met
   */
  public static HistoryVerdict check(
      List<Session> sessions, boolean alike, HistoryCheckOptions options, Progress progress)
      throws IOException {
    return check(sessions, alike, options, JudgedReads.NONE, progress);
  }

  private static HistoryVerdict check(
      List<Session> sessions,
      boolean alike,
      HistoryCheckOptions options,
      JudgedReads each,
      Progress progress)
      throws IOException {
    List<Path> files = new ArrayList<>();
    List<Boolean> truncated = new ArrayList<>();
    Judgement sum = new Judgement(new TreeMap<>(), new TreeMap<>(), 0);
    boolean spilled = false;
    for (Session session : sessions) {
      Judged judged = judge(session, options, each, progress);
      sum = sum.plus(numberedFrom(files.size(), session.files().size(), judged.judgement()));
      files.addAll(session.files());
      truncated.addAll(judged.truncated().subList(0, session.files().size()));
      spilled |= judged.spilled();
    }
    return HistoryVerdict.of(files, truncated, sum, spilled, alike);
  }

  /** What was found in a session, a group being a file, context included. */
  private record Judged(Judgement judgement, List<Boolean> truncated, boolean spilled) {}

  private static Judged judge(
      Session session, HistoryCheckOptions options, JudgedReads each, Progress progress)
      throws IOException {
    List<Path> files = new ArrayList<>(session.files());
    files.addAll(session.context());
    long totalBytes = checkFiles(files);
    List<Long> uncertainties = new ArrayList<>();
    for (Path file : files) {
      uncertainties.add(HistoryClock.uncertaintyNanos(file));
    }
    ClockUncertainties clocks = new ClockUncertainties(uncertainties);
    SpillSpace space = new SpillSpace(options.temporaryFolder(), options.maxTemporaryBytes());
    Reading reading = new Reading(options, totalBytes);
    try (OperationStore store = new OperationStore(options.memoryBytes(), space, reading::share);
        Progress.Task task = progress.start("checking", totalBytes, "bytes")) {
      List<Boolean> truncated = new ArrayList<>();
      for (int group = 0; group < files.size(); group++) {
        boolean mayBeCut = options.allowTruncated() || group >= session.files().size();
        truncated.add(reading.read(files.get(group), group, mayBeCut, store, task));
      }
      task.detail("judging");
      return new Judged(
          store.judge(options.timeLineBuckets(), options.timeLineOrigins(), each, clocks),
          truncated,
          store.spilled());
    }
  }

  /** The first groups of a judgement, with numbers that start elsewhere. */
  private static Judgement numberedFrom(int first, int groups, Judgement judgement) {
    SortedMap<Integer, Map<Level, Staleness>> byGroup = new TreeMap<>();
    SortedMap<Integer, TimeLine> lines = new TreeMap<>();
    judgement.byGroup().headMap(groups).forEach((i, found) -> byGroup.put(first + i, found));
    judgement.timeLines().headMap(groups).forEach((i, line) -> lines.put(first + i, line));
    return new Judgement(byGroup, lines, judgement.duplicateVersions());
  }

  /** The bytes of all files together; 0 where one is a pipe, which does not tell. */
  private static long checkFiles(List<Path> files) throws IOException {
    if (files.isEmpty() || files.size() > MAX_FILES) {
      throw new UnusableHistoryException(
          "Between 1 and "
              + MAX_FILES
              + " histories can be checked together, not "
              + files.size()
              + ".");
    }
    Set<Path> seen = new HashSet<>();
    long bytes = 0;
    boolean sized = true;
    for (Path file : files) {
      if (!Files.exists(file)) {
        throw new UnusableHistoryException(
            "The history " + file + " does not exist; check its path.");
      }
      if (Files.isDirectory(file)) {
        throw new UnusableHistoryException(
            file + " is a folder; name the history files in it, or the folder of a study alone.");
      }
      if (!Files.isReadable(file)) {
        throw new UnusableHistoryException(
            "The history " + file + " may not be read; check who owns it and its permissions.");
      }
      boolean regular = Files.isRegularFile(file);
      if (!seen.add(regular ? file.toRealPath() : file.toAbsolutePath().normalize())) {
        throw new UnusableHistoryException(
            "The history " + file + " is given twice; name each file once.");
      }
      sized &= regular;
      bytes += regular ? Files.size(file) : 0;
    }
    return sized ? bytes : 0;
  }

  /** The reading of all files, one after the other. */
  private static final class Reading {
    private final HistoryCheckOptions options;
    private final long totalBytes;
    private final long clientsBytes;
    private final TextDictionary clients = new TextDictionary();
    private long bytesOfFilesBefore;
    private @Nullable HistoryInput current;

    Reading(HistoryCheckOptions options, long totalBytes) {
      this.options = options;
      this.totalBytes = totalBytes;
      this.clientsBytes = Math.max(LEAST_CLIENTS_BYTES, options.memoryBytes() / CLIENTS_PART);
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
    boolean read(Path file, int group, boolean mayBeCut, OperationStore store, Progress.Task task)
        throws IOException {
      try (HistoryInput input = HistoryInput.open(file, options.maxTextBytes())) {
        current = input;
        HistoryReader reader = new HistoryReader(input, file.toString(), mayBeCut);
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

    private int client(HistoryReader reader, Path file) throws IOException {
      int known = clients.size();
      int client = clients.number(reader.buffer(), reader.clientStart(), reader.clientLength());
      if (client == known && clients.memoryBytes() > clientsBytes) {
        throw new InsufficientRoomException(
            file
                + ", line "
                + (reader.operations() + 1)
                + ": the names of "
                + clients.size()
                + " clients take more than the "
                + ByteSizes.format(clientsBytes)
                + " of memory that a check has for them; give clients shorter names, or the check"
                + " more memory.");
      }
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
