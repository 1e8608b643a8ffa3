package org.quorate.study.directory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.quorate.core.yardstick.RunReads;
import org.quorate.study.StudyException;
import org.quorate.study.history.WindowCounter;
import org.quorate.study.io.FileProblems;
import org.quorate.study.io.Json;
import org.quorate.study.io.Tree;
import org.quorate.study.io.WholeFile;
import org.quorate.study.result.LatencyLog;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.RunStaleness;
import org.quorate.study.result.RunWindows;
import org.quorate.study.result.WindowFiles;
import org.quorate.study.result.YardstickFiles;

/**
 * The folders of runs, {@code runs/001} and so on. A run's folder bears a temporary name until the
 * run is complete and its result is in it; a folder with a final name is a complete run. Not
 * thread-safe.
 */
public final class RunFolders {
  /** The history of a run, in its folder. */
  public static final String HISTORY = "history.csv.gz";

  private static final Pattern HOST_HISTORY = Pattern.compile("history-.+\\.csv\\.gz");
  private static final String RESULT = "run.json";
  private static final String STALENESS = "staleness.json";
  private static final String STALENESS_LOG = "staleness.hlog";

  private static final String MEASURE_AGAIN =
      "move its folder away, and resume the study to measure the run again.";
  private static final String JUDGE_AGAIN =
      "delete the run's " + STALENESS + ", and \"quorate report\" judges its history again.";
  private static final String COUNT_AGAIN =
      "delete the run's " + WindowFiles.COUNTS + ", and \"quorate report\" counts them again.";
  private static final String COUNT_READS_AGAIN =
      "delete the run's " + YardstickFiles.AGES + ", and \"quorate report\" counts them again.";

  private final Path folder;

  RunFolders(Path folder) {
    this.folder = folder;
  }

  /** A new, empty folder for a run that is about to be measured. */
  public Path begin(int sequence) throws IOException {
    Path unfinished = folder.resolve(name(sequence) + WholeFile.TEMPORARY_SUFFIX);
    Tree.delete(unfinished);
    Files.createDirectories(unfinished);
    return unfinished;
  }

  /** Makes a run complete: its result is written, then its folder gets its final name. */
  public void complete(RunResult result, Path unfinished) throws IOException {
    Json.write(unfinished.resolve(RESULT), result);
    Files.move(unfinished, folder.resolve(name(result.sequence())), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Deletes what runs left that were never completed. */
  public void discardUnfinished() throws IOException {
    for (Path path : list()) {
      if (path.getFileName().toString().endsWith(WholeFile.TEMPORARY_SUFFIX)) {
        Tree.delete(path);
      }
    }
  }

  /** Every complete run by its sequence number, with what the oracle found of it. */
  public SortedMap<Integer, RunResult> results() throws StudyException {
    SortedMap<Integer, RunResult> results = new TreeMap<>();
    try {
      for (Path path : list()) {
        if (path.getFileName().toString().matches("\\d{3,9}")) {
          int sequence = Integer.parseInt(path.getFileName().toString());
          results.put(sequence, result(path, sequence));
        }
      }
    } catch (IOException e) {
      throw new StudyException(
          "The runs in " + folder + " cannot be listed: " + FileProblems.reason(e) + ".", e);
    }
    return results;
  }

  /** The histories of a complete run: its own, or one of each load host; empty without any. */
  public List<Path> histories(int sequence) {
    return historiesIn(folder.resolve(name(sequence)));
  }

  /** The histories in a run's folder, in a fixed order. */
  public static List<Path> historiesIn(Path run) {
    Path own = run.resolve(HISTORY);
    if (Files.isRegularFile(own) || !Files.isDirectory(run)) {
      return Files.isRegularFile(own) ? List.of(own) : List.of();
    }
    try (Stream<Path> files = Files.list(run)) {
      return files
          .filter(file -> HOST_HISTORY.matcher(file.getFileName().toString()).matches())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The name of a load host's history in a run's folder. */
  public static String hostHistory(String host) {
    return "history-" + host + ".csv.gz";
  }

  /**
   * Keeps what the oracle found of a run beside it.
   *
   * @param timeBehind t-staleness of the run's stale reads, nanoseconds
   */
  public void write(int sequence, RunStaleness found, Histogram timeBehind) throws IOException {
    Path run = folder.resolve(name(sequence));
    LatencyLog.write(run.resolve(STALENESS_LOG), Map.of(LatencyLog.T_STALENESS, timeBehind));
    Json.write(run.resolve(STALENESS), found);
  }

  /** Keeps the windows of a run beside it. */
  public void write(int sequence, WindowCounter counted) throws IOException {
    WindowFiles.write(folder.resolve(name(sequence)), counted.windows(), counted::times);
  }

  /** Whether the windows of a run have been counted. */
  public boolean hasWindows(int sequence) {
    return Files.isRegularFile(folder.resolve(name(sequence)).resolve(WindowFiles.COUNTS));
  }

  /** Keeps beside a run what the yardstick needs of it. */
  public void write(int sequence, RunReads reads) throws IOException {
    YardstickFiles.write(folder.resolve(name(sequence)), reads);
  }

  /** Whether what the yardstick needs of a run has been counted. */
  public boolean hasYardstick(int sequence) {
    return YardstickFiles.areIn(folder.resolve(name(sequence)));
  }

  /** What the yardstick needs of a run; empty where it has not been counted. */
  public Optional<RunReads> yardstick(int sequence) throws StudyException {
    Path run = folder.resolve(name(sequence));
    if (!hasYardstick(sequence)) {
      return Optional.empty();
    }
    try {
      return Optional.of(YardstickFiles.read(run));
    } catch (IOException e) {
      throw unreadable(run.resolve(YardstickFiles.AGES), e, COUNT_READS_AGAIN);
    }
  }

  /** The windows of a run; empty where none have been counted. */
  public Optional<RunWindows> windows(int sequence) throws StudyException {
    Path run = folder.resolve(name(sequence));
    if (!hasWindows(sequence)) {
      return Optional.empty();
    }
    try {
      return Optional.of(WindowFiles.read(run));
    } catch (IOException e) {
      throw unreadable(run.resolve(WindowFiles.COUNTS), e, COUNT_AGAIN);
    }
  }

  /**
   * The service times in the windows of a run, one histogram for each second and tag, whose start
   * is that of its second in ms; none where none have been counted.
   */
  public void windowTimes(int sequence, Consumer<Histogram> receiver) throws StudyException {
    Path file = folder.resolve(name(sequence)).resolve(WindowFiles.TIMES);
    try {
      if (Files.exists(file)) {
        LatencyLog.readIntervals(file, receiver);
      }
    } catch (IOException e) {
      throw unreadable(file, e, COUNT_AGAIN);
    }
  }

  /** The distributions of a run by tag: of its latency log, and of its t-staleness once judged. */
  public Map<String, Histogram> distributions(int sequence) throws StudyException {
    Map<String, Histogram> distributions = new LinkedHashMap<>();
    for (String name : List.of(LatencyLog.FILE_NAME, STALENESS_LOG)) {
      Path file = folder.resolve(name(sequence)).resolve(name);
      try {
        if (Files.exists(file)) {
          distributions.putAll(LatencyLog.read(file));
        }
      } catch (IOException e) {
        throw unreadable(file, e, name.equals(STALENESS_LOG) ? JUDGE_AGAIN : MEASURE_AGAIN);
      }
    }
    return distributions;
  }

  private RunResult result(Path path, int sequence) throws StudyException {
    RunResult result = read(path.resolve(RESULT), RunResult.class, MEASURE_AGAIN);
    if (result.sequence() != sequence) {
      throw new StudyException(
          path
              + " holds the result of run "
              + result.sequence()
              + "; move the folder away, and resume the study to measure the run again.");
    }
    Path staleness = path.resolve(STALENESS);
    return Files.exists(staleness)
        ? result.with(read(staleness, RunStaleness.class, JUDGE_AGAIN))
        : result;
  }

  private static <T> T read(Path file, Class<T> type, String advice) throws StudyException {
    try {
      return Json.read(file, type);
    } catch (IOException e) {
      throw unreadable(file, e, advice);
    }
  }

  private static StudyException unreadable(Path file, IOException e, String advice) {
    return new StudyException(file + " cannot be read (" + firstLine(e) + "); " + advice, e);
  }

  private static String firstLine(IOException e) {
    return FileProblems.reason(e).lines().findFirst().orElse("no reason given");
  }

  private List<Path> list() throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.list(folder)) {
      return new ArrayList<>(paths.sorted().toList());
    }
  }

  private static String name(int sequence) {
    return String.format(Locale.ROOT, "%03d", sequence);
  }
}
