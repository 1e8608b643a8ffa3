package org.quorate.cli.agent;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.quorate.study.io.FileProblems;

/**
 * Puts rows on the disk, and keeps them in memory while that cannot be, as where the disk is full;
 * that is told when it begins and when it ends. What is kept is bounded: the oldest rows are given
 * up then, and counted. Each day, what is over is compressed and what is too old deleted; where
 * that fails, rows are written all the same. Rows are handed in by one thread; the counts may be
 * asked for by any, which never waits for the disk.
 */
final class History {
  /** Some days of 20 tables. */
  private static final int MOST_CHARACTERS = 4 * 1024 * 1024;

  /** Before what could not be tidied is tried again. */
  private static final Duration RESPITE = Duration.ofHours(1);

  private final DayFiles files;
  private final int keptDays;
  private final int most;
  private final Consumer<String> told;
  private final ArrayDeque<DayRows> waiting = new ArrayDeque<>();
  private int characters;
  private Optional<LocalDate> tidied = Optional.empty();
  private Optional<Instant> tidyFailed = Optional.empty();
  private volatile @Nullable String problem;
  private volatile Counts counts = new Counts(false, 0, 0, 0);

  /**
   * How the history fares.
   *
   * @param isFailing whether it cannot be written
   * @param waitingRows in memory until it can
   * @param lostRows that were given up
   * @param bytes on the disk, as of the last time that it could be written
   */
  record Counts(boolean isFailing, long waitingRows, long lostRows, long bytes) {}

  History(DayFiles files, int keptDays, Consumer<String> told) {
    this(files, keptDays, told, MOST_CHARACTERS);
  }

  /**
   * @param most characters that are kept in memory
   */
  History(DayFiles files, int keptDays, Consumer<String> told, int most) {
    this.files = files;
    this.keptDays = keptDays;
    this.told = told;
    this.most = most;
  }

  /** Writes rows, and those that wait; never throws. */
  void add(List<DayRows> rows, Instant now) {
    for (DayRows each : rows) {
      waiting.addLast(each);
      characters += each.text().length();
    }
    LocalDate today = now.atOffset(ZoneOffset.UTC).toLocalDate();
    boolean isDue =
        !tidied.equals(Optional.of(today))
            || tidyFailed
                .filter(last -> Duration.between(last, now).abs().compareTo(RESPITE) >= 0)
                .isPresent();
    if (waiting.isEmpty() && !isDue) {
      return;
    }
    write();
    if (isDue) {
      tidy(today, now);
    }
    long lost = counts.lostRows() + giveUp();
    long rowsWaiting = waiting.stream().mapToLong(each -> each.lines().size()).sum();
    counts = new Counts(problem != null, rowsWaiting, lost, bytes());
  }

  private void write() {
    try {
      while (!waiting.isEmpty()) {
        files.append(waiting.getFirst());
        characters -= waiting.removeFirst().text().length();
      }
      if (problem != null) {
        problem = null;
        told.accept("The history is written again.");
      }
    } catch (IOException failure) {
      failed(FileProblems.reason(failure));
    }
  }

  private void tidy(LocalDate today, Instant now) {
    tidied = Optional.of(today);
    tidyFailed = Optional.empty();
    try {
      files.keep(keptDays, today);
    } catch (IOException failure) {
      untidy("deleted", failure, now);
    }
    try {
      files.compressBefore(today);
    } catch (IOException failure) {
      untidy("compressed", failure, now);
    }
  }

  private void untidy(String what, IOException failure, Instant now) {
    tidyFailed = Optional.of(now);
    told.accept(
        "Old files of the history cannot be "
            + what
            + ": "
            + FileProblems.reason(failure)
            + ". New rows are written; it is tried again in an hour.");
  }

  /** As of the last time that they could be counted. */
  private long bytes() {
    try {
      return files.bytes();
    } catch (IOException uncounted) {
      return counts.bytes();
    }
  }

  /** What the agent says at its end. */
  String farewell() {
    long rows = counts.waitingRows();
    String why = problem;
    return rows == 0 || why == null
        ? "The agent ends; its history is written."
        : "The agent ends; "
            + rows
            + (rows == 1 ? " row" : " rows")
            + " of its history could not be written and "
            + (rows == 1 ? "is" : "are")
            + " lost: "
            + why
            + ".";
  }

  private void failed(String reason) {
    if (!reason.equals(problem)) {
      problem = reason;
      told.accept("The history cannot be written: " + reason + ". Its rows wait in memory.");
    }
  }

  /** Gives up the oldest rows beyond the bound. */
  private long giveUp() {
    long lost = 0;
    while (characters > most) {
      DayRows oldest = waiting.removeFirst();
      characters -= oldest.text().length();
      lost += oldest.lines().size();
    }
    if (lost > 0 && counts.lostRows() == 0) {
      told.accept("Memory for the history is used up: its oldest rows are lost from now on.");
    }
    return lost;
  }

  Counts counts() {
    return counts;
  }
}
