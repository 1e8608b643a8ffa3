package org.quorate.cli.watch;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.quorate.cli.console.TimeText;
import org.quorate.cli.page.PageWords;
import org.quorate.cli.progress.TaskGlance;
import org.quorate.report.format.Numbers;
import org.quorate.report.format.TimeUnits;
import org.quorate.report.page.Html;
import org.quorate.study.plan.Part;
import org.quorate.study.plan.Run;
import org.quorate.study.plan.Study;
import org.quorate.study.summary.Mean;

/** The parts of the page that are of the whole study. Pure. */
final class StudyParts {
  /** Of more cells the page would be slow to read and to send. */
  static final int MOST_CELLS = 60;

  /** The task that all runs are done in, as the study's runner names it. */
  private static final String MEASURING = "measuring";

  private StudyParts() {}

  /**
   * How the study stands, read out when it changes; so nothing is in it that changes every second.
   *
   * @param done runs that are complete
   */
  static String state(Study study, StudyPhase phase, int done) {
    int planned = study.runs();
    String complete = done + " of " + PageWords.count(planned, "run") + " complete";
    Html out = new Html();
    if (phase instanceof StudyPhase.Ended end) {
      out.element("h1", end.title());
      out.element("p", end.more(), "class", "more");
      return out.element("p", complete + ".", "class", "more").toString();
    }
    if (phase instanceof StudyPhase.Running running) {
      Run run = running.run();
      out.element("h1", "Run " + run.sequence() + " of " + planned + " goes on.");
      return out.element("p", cell(study, run) + "; " + complete + ".", "class", "more").toString();
    }
    out.element(
        "h1",
        phase instanceof StudyPhase.Reporting
            ? "All runs are over; the report is being made."
            : done == 0
                ? "The study is being prepared."
                : done < planned ? "Between two runs." : "All runs are complete.");
    return out.element("p", complete + ".", "class", "more").toString();
  }

  /** Such as {@code Part levels, cell read ONE, repetition 2 of 5}. */
  private static String cell(Study study, Run run) {
    Optional<String> part =
        study.parts().stream()
            .filter(each -> each.cells().contains(run.cell()))
            .map(Part::name)
            .filter(name -> !name.isEmpty())
            .findFirst();
    return part.map(name -> "Part " + name + ", cell ").orElse("Cell ")
        + run.cell().label()
        + ", repetition "
        + run.repetition()
        + " of "
        + study.repetitions(run.cell());
  }

  /** What is asked, and where the answer goes. */
  static String reading(Study study, String place, String since) {
    Html out = new Html().open("p", "class", "asked").element("strong", study.title());
    out.text(" " + study.question().strip()).close();
    out.open("p", "class", "asked").text("Begun at " + since + ". Results go to ");
    return out.element("code", place).text(".").close().toString();
  }

  /** What the terminal shows of its tasks, and how much time is left. */
  static String progress(List<TaskGlance> tasks) {
    Html out = new Html();
    if (tasks.isEmpty()) {
      return out.element("p", "Nothing is under way.", "class", "note").toString();
    }
    OptionalLong left =
        tasks.stream()
            .filter(task -> task.name().equals(MEASURING))
            .map(TaskGlance::leftNanos)
            .findFirst()
            .orElse(OptionalLong.empty());
    out.open("p", "class", "asked").text("Time left: ");
    out.element(
        "strong", left.isPresent() ? "about " + TimeText.ofNanos(left.getAsLong()) : "not known");
    out.text(
        left.isPresent()
            ? ", if runs go on at their mean pace; judging comes after them."
            : ": there is no pace of runs to tell it from.");
    out.close();
    out.open("ul", "class", "tasks");
    tasks.forEach(task -> task(out, task));
    return out.close().toString();
  }

  private static void task(Html out, TaskGlance task) {
    out.open("li").element("strong", task.name()).text(" " + task.amount());
    if (!task.rate().isEmpty()) {
      out.text(", " + task.rate());
    }
    out.text(
        task.leftNanos().isPresent()
            ? ", " + TimeText.ofNanos(task.leftNanos().getAsLong()) + " left"
            : ", for " + TimeText.ofNanos(task.elapsedNanos()));
    if (!task.detail().isEmpty()) {
      out.text(" (" + task.detail() + ")");
    }
    if (task.total() > 0) {
      out.element(
          "progress",
          "",
          "max",
          Long.toString(task.total()),
          "value",
          Long.toString(Math.min(task.done(), task.total())),
          "aria-label",
          task.name());
    }
    out.close();
  }

  /**
   * The cells that have complete runs.
   *
   * @param known how many there are
   * @param isWhole whether the numbers are those of the report
   */
  static String cells(List<CellLine> cells, int known, boolean isWhole) {
    Html out = new Html();
    if (cells.isEmpty()) {
      return out.element("p", "No run that counts is complete yet.", "class", "note").toString();
    }
    boolean hasWrites = cells.stream().anyMatch(cell -> Double.isFinite(cell.writeP99()));
    out.open("table").element("caption", "Cells with complete runs");
    PageWords.head(
        out,
        hasWrites
            ? List.of("cell", "runs", "ops/s", "read p99", "write p99", "failed", "stale reads")
            : List.of("cell", "runs", "ops/s", "read p99", "failed", "stale reads"));
    out.open("tbody");
    cells.forEach(cell -> row(out, cell, hasWrites));
    out.close().close();
    if (known > cells.size()) {
      out.element(
          "p",
          "Of "
              + PageWords.count(known, "cell")
              + (isWhole ? " these are the study\u2019s first" : " these were measured last")
              + "; ./quorate study show has all.",
          "class",
          "note");
    }
    out.element(
        "p",
        "Smaller numbers are 95 % intervals over runs (Student\u2019s t), from the second run on;"
            + " of stale reads where none is stale, up to 3 / reads. "
            + (isWhole
                ? "All numbers are the report\u2019s."
                : "ops/s is of whole runs; the report cuts what it finds to be warming up. p99 is"
                    + " the mean of the runs\u2019; the report has that of all operations"
                    + " together."),
        "class",
        "note");
    return out.toString();
  }

  private static void row(Html out, CellLine cell, boolean hasWrites) {
    Mean throughput = cell.throughput();
    out.open("tr").element("th", cell.label(), "scope", "row");
    PageWords.cell(out, cell.runs() + " of " + cell.planned(), "");
    PageWords.cell(
        out, Numbers.of(throughput.mean()), Numbers.interval(throughput.low(), throughput.high()));
    PageWords.cell(out, TimeUnits.text(cell.readP99()), "");
    if (hasWrites) {
      PageWords.cell(out, TimeUnits.text(cell.writeP99()), "");
    }
    PageWords.cell(out, Numbers.count(cell.failed()), "");
    Mean stale = cell.stale();
    if (stale == null) {
      PageWords.cell(out, Numbers.UNKNOWN, cell.unknown());
    } else {
      String bounds = Numbers.interval(100 * stale.low(), 100 * stale.high());
      PageWords.cell(
          out, Numbers.percent(stale.mean()), bounds.isEmpty() ? "" : bounds + "\u00a0%");
    }
    out.close();
  }
}
