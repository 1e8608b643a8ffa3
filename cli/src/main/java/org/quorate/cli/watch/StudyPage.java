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
  private @Nullable Run run;
  private @Nullable TaskGlance load;
  private @Nullable Run loadOf;
  private boolean isLoadOver;
  private boolean isReporting;
  private Instant seen;
  private @Nullable List<CellLine> whole;
  private StudyParts.@Nullable End end;

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
    load = task;
    isLoadOver = isOver;
    loadOf = run;
  }

  @Override
  public synchronized void message(String line) {
    told.add(now(), line);
  }

  @Override
  public synchronized void begins(Run next) {
    run = next;
  }

  @Override
  public synchronized void measured(RunResult result) {
    run = null;
    complete.set(result.sequence());
    counted.add(result);
  }

  @Override
  public synchronized void discarded(Run ended) {
    run = null;
  }

  /** Shows that the work is over, and its report is being made. */
  synchronized void reporting() {
    isReporting = true;
    run = null;
    isLoadOver = true;
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
    end = new StudyParts.End(title, more);
    tasks = List.of();
    seen = now();
    run = null;
    isLoadOver = true;
    end(title + " This page stays as it is.");
  }

  @Override
  protected Instant seenAt() {
    return seen;
  }

  @Override
  protected Map<String, String> parts() {
    Map<String, String> parts = new LinkedHashMap<>();
    parts.put(
        PageFrame.STATE, StudyParts.state(study, run, complete.cardinality(), isReporting, end));
    parts.put(
        PageFrame.READING,
        StudyParts.reading(study, directory.toString(), PageWords.time(since())));
    parts.put("progress", StudyParts.progress(tasks));
    parts.put("load", LoadParts.load(load, isLoadOver, loadOf));
    parts.put("figures", LoadParts.figures(load));
    List<CellLine> known = whole;
    parts.put(
        "cells",
        known == null
            ? StudyParts.cells(counted.lines(StudyParts.MOST_CELLS), counted.known(), false)
            : StudyParts.cells(
                known.subList(0, Math.min(StudyParts.MOST_CELLS, known.size())),
                known.size(),
                true));
    parts.put("told", told.markup());
    return parts;
  }
}
