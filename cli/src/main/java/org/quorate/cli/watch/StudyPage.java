package org.quorate.cli.watch;

import java.nio.file.Path;
import java.time.Instant;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cli.page.PageFrame;
import org.quorate.cli.page.PageSections;
import org.quorate.cli.page.PageWords;
import org.quorate.cli.page.PicturePage;
import org.quorate.cli.page.Told;
import org.quorate.cli.progress.ProgressWatcher;
import org.quorate.cli.progress.TaskGlance;
import org.quorate.study.plan.Run;
import org.quorate.study.plan.Study;
import org.quorate.study.result.RunResult;
import org.quorate.study.run.StudyListener;
import org.quorate.study.summary.StudySummary;

/**
 * The page of a study that is run: renewed once a second at most, by what the terminal is shown
 * then. Keeps the load that goes on in at most 120 steps, and a few numbers of each run.
 * Thread-safe.
 */
final class StudyPage extends PicturePage implements ProgressWatcher, StudyListener {
  private static final List<String> LIMITS =
      List.of(
          "How many reads are stale before they are judged: that takes the whole history of a"
              + " cluster, after all of its runs. Nothing is estimated here instead.",
          "What servers, links and meters did, and how cells compare: the report has that.",
          "How runs went that were complete before the study was gone on with: the table has their"
              + " numbers, and no chart was kept.");

  private final Study study;
  private final Path directory;
  private final CellLines counted;
  private final BitSet complete = new BitSet();
  private final Told told = new Told();
  private List<TaskGlance> tasks = List.of();
  private StudyPhase phase = new StudyPhase.Between();
  private LoadParts.@Nullable Seen load;
  private Instant seen;
  private @Nullable List<CellLine> whole;

  /**
   * @param directory where the results go
   * @param clock for people
   */
  StudyPage(Study study, Path directory, Supplier<Instant> clock) {
    super(clock, frame(study));
    this.study = study;
    this.directory = directory;
    this.counted = new CellLines(study);
    this.seen = since();
  }

  private static PageFrame frame(Study study) {
    return new PageFrame(
        new PageFrame.Words(
            study.name() + ", live",
            study.name(),
            "The study " + study.name() + ", while it is run",
            "To the cells",
            "cells",
            "the study's own process"),
        StudyPage::write,
        "");
  }

  private static void write(PageSections page) {
    page.section(
        "progress",
        "Progress",
        "What the terminal shows, looked at once a second. Nothing of this is on the way of a"
            + " request. The page is drawn only while it is read, on a processor of the load's"
            + " machine: where every one of them counts, close it.");
    page.section(
        "load",
        "The load",
        "Of the run that goes on, second by second, as its client sees it; not judged, and not cut"
            + " for warming up.",
        () -> {
          page.place("load");
          page.folded(
              "The figures of these charts",
              false,
              list -> list.scrolled("Latest figures of the load", "figures"));
        });
    page.section(
        "cells",
        "Cells",
        "What is complete. Stale reads are an exact count over the recorded history, once that has"
            + " been judged.",
        () -> page.scrolled("Cells with complete runs", "cells"));
    page.section("told", "What was told", "The latest lines of the terminal, the last first.");
    page.limits(LIMITS);
  }

  @Override
  public synchronized void seen(List<TaskGlance> underWay) {
    tasks = List.copyOf(underWay);
    seen = now();
    underWay.stream()
        .filter(task -> task.load() != null)
        .reduce((one, next) -> next)
        .ifPresent(task -> show(task, false));
    changed();
  }

  @Override
  public synchronized void ended(TaskGlance task) {
    if (task.load() != null) {
      show(task, true);
    }
  }

  private void show(TaskGlance task, boolean isOver) {
    Run run = phase instanceof StudyPhase.Running running ? running.run() : null;
    load = new LoadParts.Seen(task, isOver, run);
  }

  @Override
  public synchronized void message(String line) {
    told.add(now(), line);
  }

  @Override
  public synchronized void begins(Run next) {
    phase = new StudyPhase.Running(next);
  }

  @Override
  public synchronized void measured(RunResult result) {
    phase = new StudyPhase.Between();
    complete.set(result.sequence());
    counted.add(result);
  }

  @Override
  public synchronized void discarded(Run ended) {
    phase = new StudyPhase.Between();
  }

  /** Shows that the work is over, and its report is being made. */
  synchronized void reporting() {
    phase = new StudyPhase.Reporting();
    seen(List.of());
  }

  /** Shows the numbers of the report from now on. */
  synchronized void summarised(StudySummary summary) {
    whole = CellLine.of(study, summary);
  }

  /**
   * Shows for good that the study has ended.
   *
   * @param title one sentence
   * @param more where to go from here
   */
  synchronized void ended(String title, String more) {
    phase = new StudyPhase.Ended(title, more);
    tasks = List.of();
    seen = now();
    end(title + " This page stays as it is.");
  }

  @Override
  protected Instant seenAt() {
    return seen;
  }

  @Override
  protected Supplier<Map<String, String>> shown() {
    StudyPhase stands = phase;
    int done = complete.cardinality();
    List<TaskGlance> underWay = tasks;
    LoadParts.Seen latest = load;
    List<CellLine> report = whole;
    List<CellLine> lines =
        report == null
            ? counted.lines(StudyParts.MOST_CELLS)
            : report.subList(0, Math.min(StudyParts.MOST_CELLS, report.size()));
    int known = report == null ? counted.known() : report.size();
    String sentences = told.markup();
    return () -> {
      Map<String, String> parts = new LinkedHashMap<>();
      parts.put(PageFrame.STATE, StudyParts.state(study, stands, done));
      parts.put(
          PageFrame.READING,
          StudyParts.reading(study, directory.toString(), PageWords.time(since())));
      parts.put("progress", StudyParts.progress(underWay));
      parts.put("load", LoadParts.load(latest, stands.isOver()));
      parts.put("figures", LoadParts.figures(latest));
      parts.put("cells", StudyParts.cells(lines, known, report != null));
      parts.put("told", sentences);
      return parts;
    };
  }
}
