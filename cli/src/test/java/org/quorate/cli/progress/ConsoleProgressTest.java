package org.quorate.cli.progress;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.quorate.report.terminal.Style;
import org.quorate.study.progress.LoadSecond;
import org.quorate.study.progress.Progress.Task;

/** Draws by a clock that the test turns. */
final class ConsoleProgressTest {
  private final AtomicLong now = new AtomicLong();
  private final StringWriter written = new StringWriter();

  @Test
  void aPipeGetsItsFirstLineAfterTwoSecondsAndThenOneEveryTen() {
    ConsoleProgress progress = lines();
    Task task = progress.start("loading rows", 100_000, "rows");
    for (int second = 0; second <= 24; second++) {
      now.set(TimeUnit.SECONDS.toNanos(second));
      task.advance(second * 2_000L);
      progress.refresh();
      progress.refresh();
    }
    assertThat(written())
        .containsExactly(
            "loading rows: 4,000/100,000 rows, 2,000/s, 48 s left",
            "loading rows: 24,000/100,000 rows, 2,000/s, 38 s left",
            "loading rows: 44,000/100,000 rows, 2,000/s, 28 s left");
  }

  @Test
  void aPipeIsToldTheEndOfALongTaskOnly() {
    ConsoleProgress progress = lines();
    Task lasting = progress.start("starting nodes", 3, "nodes");
    Task brief = progress.start("looking around", 0, "files");
    now.set(TimeUnit.MILLISECONDS.toNanos(1999));
    progress.refresh();
    brief.close();
    now.set(TimeUnit.SECONDS.toNanos(185));
    lasting.advance(3);
    lasting.close();
    lasting.close();
    assertThat(written()).containsExactly("starting nodes: 3/3 nodes in 3 min 05 s");
  }

  @Test
  void aPipeIsNotToldOfTheShortPartsOfALongTask() {
    ConsoleProgress progress = lines();
    Task whole = progress.start("measuring", 3, "runs");
    for (int run = 1; run <= 3; run++) {
      now.addAndGet(TimeUnit.SECONDS.toNanos(1));
      Task part = progress.start("run " + run, 5, "seconds");
      now.addAndGet(TimeUnit.SECONDS.toNanos(5));
      progress.refresh();
      part.close();
      whole.advance(run);
    }
    Task lasting = progress.start("loading rows", 0, "rows");
    now.addAndGet(TimeUnit.SECONDS.toNanos(10));
    progress.refresh();
    lasting.close();
    whole.close();
    assertThat(written())
        .containsExactly(
            "measuring: 0/3 runs",
            "measuring: 2/3 runs, 10.0/min",
            "measuring: 3/3 runs, 10.0/min",
            "loading rows: 0 rows",
            "loading rows: 0 rows in 10 s",
            "measuring: 3/3 runs in 28 s");
  }

  @Test
  void aPipeGetsNoControlCharacters() {
    ConsoleProgress progress = lines();
    Task task = progress.start("measuring", 30, "seconds");
    task.detail("ONE, block 2 of 5");
    now.set(TimeUnit.SECONDS.toNanos(12));
    task.advance(12);
    progress.refresh();
    progress.message("node2 died");
    assertThat(written())
        .containsExactly("measuring: 12/30 s, 18 s left (ONE, block 2 of 5)", "node2 died");
  }

  @Test
  void aTerminalHasOneLinePerTaskWithBarAmountRateAndTimeLeft() {
    ConsoleProgress progress = bars(100, false);
    Task nodes = progress.start("starting nodes", 4, "nodes");
    progress.start("fetching libraries", 0, "bytes").advance(3 << 20);
    now.set(TimeUnit.SECONDS.toNanos(3));
    nodes.advance(1);
    nodes.detail("node1 ready");
    progress.refresh();
    assertThat(screen(100))
        .containsExactly(
            "starting nodes            ######..................  1/4 nodes  20.0/min  9 s left"
                + "  node1 ready",
            "fetching libraries        3MiB  1MiB/s  3 s");
  }

  @Test
  void aTerminalIsRedrawnInPlace() {
    ConsoleProgress progress = bars(80, true);
    Task first = progress.start("warming up", 10, "seconds");
    Task second = progress.start("whole study", 100, "runs");
    for (int second10 = 1; second10 <= 5; second10++) {
      now.set(TimeUnit.SECONDS.toNanos(second10));
      first.advance(second10);
      progress.refresh();
    }
    progress.message("a remark that stays");
    first.close();
    second.advance(50);
    progress.refresh();
    assertThat(screen(80))
        .containsExactly(
            "a remark that stays",
            "warming up                5/10 s in 5 s",
            "whole study               ████████░░░░░░░░  50/100 runs  10.0/s  5 s left");
  }

  @Test
  void nothingOfABarIsLeftWhenProgressCloses() {
    ConsoleProgress progress = bars(80, true);
    progress.start("looking around", 3, "files").advance(1);
    progress.refresh();
    progress.close();
    assertThat(screen(80)).isEmpty();
  }

  @Test
  void noLineEverReachesTheLastColumn() {
    ConsoleProgress progress = bars(40, true);
    Task task = progress.start("a name that is much longer than the terminal is wide", 9, "files");
    task.detail("and a detail");
    progress.refresh();
    assertThat(screen(40)).singleElement().satisfies(line -> assertThat(line).hasSize(39));
  }

  @Test
  void charactersThatTakeTwoColumnsAreCountedAsTwo() {
    ConsoleProgress progress = bars(80, true);
    progress.start("\u6e2c\u5b9a", 9, "files").detail("\u4e2d".repeat(20));
    progress.refresh();
    assertThat(screen(80))
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line).startsWith("\u6e2c\u5b9a" + " ".repeat(22) + "\u2591");
              assertThat(Style.width(line)).isBetween(78, 79);
            });
  }

  @Test
  void aTaskThatOvershootsItsTotalIsFull() {
    ConsoleProgress progress = bars(80, false);
    progress.start("running", 10, "seconds").advance(12);
    progress.refresh();
    assertThat(screen(80)).singleElement().asString().contains("  ################  10/10 s");
  }

  @Test
  void whatWasDoneBeforeSaysNothingOfThePace() {
    ConsoleProgress progress = lines();
    Task task = progress.start("measuring", 40, "runs");
    task.begun(20);
    now.set(TimeUnit.SECONDS.toNanos(2));
    progress.refresh();
    now.set(TimeUnit.SECONDS.toNanos(60));
    task.advance(22);
    progress.refresh();
    assertThat(written())
        .containsExactly(
            "measuring: 20/40 runs", "measuring: 22/40 runs, 2.0/min, 9 min 00 s left");
  }

  @Test
  void timeLeftDoesNotGrowWhileALongPartIsUnderWay() {
    ConsoleProgress progress = lines();
    Task task = progress.start("measuring", 4, "runs");
    now.set(TimeUnit.SECONDS.toNanos(60));
    task.advance(1);
    for (int seconds : new int[] {60, 90, 120, 150}) {
      now.set(TimeUnit.SECONDS.toNanos(seconds));
      progress.refresh();
    }
    assertThat(written())
        .containsExactly(
            "measuring: 1/4 runs, 1.0/min, 3 min 00 s left",
            "measuring: 1/4 runs, 1.0/min, 2 min 30 s left",
            "measuring: 1/4 runs, 1.0/min, 2 min 00 s left",
            "measuring: 1/4 runs, 1.0/min, 2 min 00 s left");
  }

  @Test
  void whoWatchesSeesTheSameOnceASecondAtMost() {
    Watcher watcher = new Watcher();
    ConsoleProgress progress =
        new ConsoleProgress(
            new WatchedDisplay(new LineDisplay(new PrintWriter(written)), watcher), now::get);
    Task runs = progress.start("measuring", 8, "runs");
    Task load = progress.start("run 3 ONE", 60, "seconds");
    for (int tick = 0; tick <= 25; tick++) {
      now.set(TimeUnit.MILLISECONDS.toNanos(200L * tick));
      if (tick % 5 == 4) {
        load.second(new LoadSecond(tick / 5, true, 700 + tick, 0, 1_000, 2_000, Map.of()));
      }
      runs.advance(2);
      progress.refresh();
    }
    progress.message("node2 died");
    load.close();
    assertThat(watcher.seen).hasSize(6);
    List<TaskGlance> last = watcher.seen.get(5);
    assertThat(last).extracting(TaskGlance::amount).containsExactly("2/8 runs", "5/60 s");
    assertThat(last.get(0).leftNanos()).hasValue(TimeUnit.SECONDS.toNanos(15));
    assertThat(last.get(0).load()).isNull();
    assertThat(requireNonNull(last.get(1).load()).steps()).hasSize(5);
    assertThat(last.get(1).detail()).isEqualTo("724 op/s");
    assertThat(watcher.ended).extracting(TaskGlance::name).containsExactly("run 3 ONE");
    assertThat(watcher.told).containsExactly("node2 died");
    assertThat(written()).contains("node2 died");
  }

  @Test
  void whatFailsInWhoWatchesDoesNotReachTheWork() {
    Watcher watcher = new Watcher();
    watcher.isFailing = true;
    ConsoleProgress progress =
        new ConsoleProgress(
            new WatchedDisplay(new LineDisplay(new PrintWriter(written)), watcher), now::get);
    progress.message("node2 died");
    watcher.isFailing = false;
    progress.message("node2 is back");
    assertThat(watcher.told).containsExactly("node2 is back");
    assertThat(written()).containsExactly("node2 died", "node2 is back");
  }

  private static final class Watcher implements ProgressWatcher {
    private final List<List<TaskGlance>> seen = new ArrayList<>();
    private final List<TaskGlance> ended = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private boolean isFailing;

    @Override
    public void seen(List<TaskGlance> tasks) {
      seen.add(tasks);
    }

    @Override
    public void ended(TaskGlance task) {
      ended.add(task);
    }

    @Override
    public void message(String line) {
      if (isFailing) {
        throw new IllegalStateException("no page");
      }
      told.add(line);
    }
  }

  private ConsoleProgress lines() {
    return new ConsoleProgress(new LineDisplay(new PrintWriter(written)), now::get);
  }

  private ConsoleProgress bars(int columns, boolean unicode) {
    return new ConsoleProgress(
        new BarDisplay(new PrintWriter(written), columns, unicode), now::get);
  }

  private String[] written() {
    return written.toString().lines().toArray(String[]::new);
  }

  /** What a terminal of this width shows of everything written so far. */
  private String[] screen(int columns) {
    return new Screen(columns).write(written.toString()).lines();
  }
}
