package org.quorate.study.directory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.quorate.study.StudyException;
import org.quorate.study.file.StudyFile;
import org.quorate.study.finding.PilotOutcome;
import org.quorate.study.io.FileProblems;
import org.quorate.study.io.Json;
import org.quorate.study.io.WholeFile;
import org.quorate.study.plan.Plan;
import org.quorate.study.plan.Run;
import org.quorate.study.plan.Study;
import org.quorate.study.result.Environment;
import org.quorate.study.result.IdleResult;
import org.quorate.study.result.RunResult;

/**
 * The directory that a study leaves:
 *
 * <pre>
 * study.yaml              the study file's own text
 * plan.json               what the command line changed, the order of runs, the pilot's outcome
 * environment.json        where it ran
 * sessions/N/             one cluster each: its own environment, histories of load and warm-ups
 * runs/NNN/               one complete run each: run.json, latency.hlog, history.csv.gz,
 *                         power.csv, use.csv, staleness.json, staleness.hlog,
 *                         windows.csv, windows.hlog, yardstick-seconds.csv, yardstick-ages.csv
 * idle/NNN/               what servers drew without load: idle.json, power.csv, use.csv
 * invalid/NNN/            one run each that does not count: invalid.json, and what was measured
 * </pre>
 *
 * Whoever writes holds its {@link StudyLock}. Not thread-safe.
 */
public final class StudyDirectory {
  private static final String STUDY = "study.yaml";
  private static final String PLAN = "plan.json";
  private static final String ENVIRONMENT = "environment.json";

  private final Path path;
  private final StudyFile file;
  private final String origin;
  private final RunFolders runs;
  private final SessionFolders sessions;
  private final IdleFolders idles;
  private final InvalidFolders invalid;
  private Optional<PilotOutcome> pilot;

  private StudyDirectory(Path path, StudyFile file, String origin, Optional<PilotOutcome> pilot) {
    this.path = path;
    this.file = file;
    this.origin = origin;
    this.pilot = pilot;
    this.runs = new RunFolders(path.resolve("runs"));
    this.sessions = new SessionFolders(path.resolve("sessions"));
    this.idles = new IdleFolders(path.resolve("idle"));
    this.invalid = new InvalidFolders(path.resolve("invalid"));
  }

  /** Whether there is a study in a directory. */
  public static boolean holdsStudy(Path path) {
    return Files.exists(path.resolve(PLAN));
  }

  /**
   * Makes a directory for a study, or opens the one that holds the very same study already.
   *
   * @param path a directory that exists
   * @throws OccupiedDirectoryException if it holds another study, or something else
   * @throws StudyException if it cannot be read or written
   */
  public static StudyDirectory create(Path path, StudyFile file) throws StudyException {
    if (holdsStudy(path)) {
      StudyDirectory directory = open(path);
      directory.requireSame(file);
      return directory;
    }
    try {
      requireEmpty(path);
      WholeFile.write(path.resolve(STUDY), file.text());
      Json.write(path.resolve(PLAN), PlanRecord.of(file, file.path().toString(), null));
    } catch (IOException e) {
      throw new StudyException(path + " cannot be written: " + FileProblems.reason(e) + ".", e);
    }
    return new StudyDirectory(path, file, file.path().toString(), Optional.empty());
  }

  /**
   * Opens a directory.
   *
   * @throws StudyException if it holds no study, or its study file was changed since the study
   *     began
   */
  public static StudyDirectory open(Path path) throws StudyException {
    if (!holdsStudy(path)) {
      throw new StudyException(
          path + " holds no study; name a directory that a study was run into.");
    }
    try {
      PlanRecord plan = Json.read(path.resolve(PLAN), PlanRecord.class);
      if (plan.formatVersion() != PlanRecord.FORMAT_VERSION) {
        throw new StudyException(
            path
                + " was written in format "
                + plan.formatVersion()
                + ", but this version reads format "
                + PlanRecord.FORMAT_VERSION
                + " only; use the version that wrote it.");
      }
      String text = Files.readString(path.resolve(STUDY));
      if (!Hash.of(text).equals(plan.studyFileHash())) {
        throw new StudyException(
            path.resolve(STUDY)
                + " was changed since the study began; put it back, or run it as a new study.");
      }
      StudyFile file =
          StudyFile.reread(
              plan.name(),
              path.resolve(STUDY),
              folder(plan, path),
              text,
              plan.overrides(),
              plan.workloadFiles());
      if (!PlanRecord.of(file, plan.origin(), null).order().equals(plan.order())) {
        throw new StudyException(
            path.resolve(PLAN)
                + " names other runs than the study file; it was changed, or another version wrote"
                + " it; run the study anew.");
      }
      return new StudyDirectory(path, file, plan.origin(), Optional.ofNullable(plan.pilot()));
    } catch (IOException e) {
      throw new StudyException(
          "The study in " + path + " cannot be read: " + FileProblems.reason(e) + ".", e);
    }
  }

  private static Path folder(PlanRecord plan, Path path) {
    String folder = plan.folder();
    return folder == null ? path.toAbsolutePath() : Path.of(folder);
  }

  public Path path() {
    return path;
  }

  /** The study as it was when its directory was made, read from the directory's own copies. */
  public StudyFile studyFile() {
    return file;
  }

  /** The command that runs the same study again, into a new directory. */
  public String command() {
    List<String> words = new ArrayList<>(List.of("./quorate", "study", "run", origin));
    words.addAll(file.overrides().arguments());
    return words.stream().map(StudyDirectory::quoted).collect(Collectors.joining(" "));
  }

  /** As a shell reads it as one word. */
  private static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./=:+,@%-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  /** The study at the link delay that its pilot chose, where a pilot has been run. */
  public Study study() {
    Study study = file.study();
    return pilot.map(outcome -> study.withLinkDelay(outcome.delay())).orElse(study);
  }

  public Optional<PilotOutcome> pilot() {
    return pilot;
  }

  /** Keeps what a pilot found; from now on {@link #study} is at its delay. */
  public void write(PilotOutcome outcome) throws IOException {
    Json.write(path.resolve(PLAN), PlanRecord.of(file, origin, outcome));
    pilot = Optional.of(outcome);
  }

  public RunFolders runs() {
    return runs;
  }

  public SessionFolders sessions() {
    return sessions;
  }

  public IdleFolders idles() {
    return idles;
  }

  public InvalidFolders invalid() {
    return invalid;
  }

  /** Every complete run in order, each checked to be one of the plan's. */
  public SortedMap<Integer, RunResult> results() throws StudyException {
    SortedMap<Integer, RunResult> results = runs.results();
    List<Run> planned = Plan.of(file.study()).runs();
    for (RunResult result : results.values()) {
      if (result.sequence() < 1
          || result.sequence() > planned.size()
          || !planned.get(result.sequence() - 1).cell().levels().equals(result.cell())) {
        throw new StudyException(
            "Run "
                + result.sequence()
                + " in "
                + path
                + " is none of this study's; move its folder away.");
      }
    }
    return withBaselines(results);
  }

  /** A run's baseline is the mean of the idle times around its block. */
  private SortedMap<Integer, RunResult> withBaselines(SortedMap<Integer, RunResult> results)
      throws StudyException {
    List<IdleResult> measured = idles.results();
    SortedMap<Integer, RunResult> known = new TreeMap<>();
    results.forEach(
        (sequence, run) ->
            known.put(
                sequence,
                run.withIdle(IdleResult.baseline(measured, run.session(), run.repetition()))));
    return known;
  }

  /** Keeps a session's environment, in its own folder and at the top. */
  public void write(int session, Environment environment) throws IOException, StudyException {
    sessions.write(session, environment);
    Json.write(path.resolve(ENVIRONMENT), sessions.environment());
  }

  private void requireSame(StudyFile other) throws StudyException {
    String difference =
        !other.text().equals(file.text())
            ? "another study file"
            : !other.overrides().equals(file.overrides())
                ? "other options"
                : !other.workloadFiles().equals(file.workloadFiles()) ? "other workload files" : "";
    if (!difference.isEmpty()) {
      throw new OccupiedDirectoryException(
          path
              + " holds a study made from "
              + difference
              + "; choose another directory, or resume the study that is there.");
    }
  }

  /** What a killed creation and the lock leave may be there. */
  private static void requireEmpty(Path path) throws IOException, StudyException {
    try (Stream<Path> paths = Files.list(path)) {
      Optional<Path> other =
          paths
              .filter(
                  each ->
                      !each.getFileName().toString().startsWith(STUDY)
                          && !each.getFileName().toString().startsWith(PLAN)
                          && !each.getFileName().toString().equals(".lock"))
              .findFirst();
      if (other.isPresent()) {
        throw new OccupiedDirectoryException(
            path
                + " is not empty (it holds "
                + other.get().getFileName()
                + ") and holds no study; choose another directory.");
      }
    }
  }
}
