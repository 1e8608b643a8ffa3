package org.quorate.cli.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TaskTextTest {
  @ParameterizedTest
  @CsvSource({
    "1, 100, rows, 0.6/min",
    "50, 100, rows, 30.0/min",
    "150, 100, rows, 1.5/s",
    "123400, 100, rows, '1,234/s'",
    "150994944, 100, bytes, 1.44MiB/s",
    "50, 100, seconds, ''",
    "0, 100, rows, ''"
  })
  void ratesChooseTheirUnit(long done, long seconds, String unit, String text) {
    TaskState task = task(0, unit);
    task.advance(done);
    assertThat(TaskText.rate(task, TimeUnit.SECONDS.toNanos(seconds))).isEqualTo(text);
  }

  @Test
  void timeLeftFollowsFromTheMeanRate() {
    TaskState task = task(400, "rows");
    task.advance(100);
    assertThat(TaskText.left(task, TimeUnit.SECONDS.toNanos(30)))
        .hasValue(TimeUnit.SECONDS.toNanos(90));
  }

  @Test
  void whatHasComeToAHaltHasNoPaceAnyMore() {
    long[] now = {0};
    TaskState task = new TaskState("loading rows", 1_000, "rows", () -> now[0], closed -> {});
    now[0] = TimeUnit.SECONDS.toNanos(5);
    task.advance(500);
    assertThat(TaskText.rate(task, TimeUnit.SECONDS.toNanos(12))).isEqualTo("100/s");
    assertThat(TaskText.rate(task, TimeUnit.SECONDS.toNanos(50))).isEqualTo("10.0/s");
    assertThat(TaskText.left(task, TimeUnit.SECONDS.toNanos(50)))
        .hasValue(TimeUnit.SECONDS.toNanos(50));
  }

  @Test
  void timeLeftIsNotGuessedFromNothing() {
    assertThat(TaskText.left(task(400, "rows"), TimeUnit.SECONDS.toNanos(30))).isEmpty();
    TaskState endless = task(0, "rows");
    endless.advance(9);
    assertThat(TaskText.left(endless, TimeUnit.SECONDS.toNanos(30))).isEmpty();
    TaskState young = task(10, "rows");
    young.advance(9);
    assertThat(TaskText.left(young, TimeUnit.MILLISECONDS.toNanos(999))).isEmpty();
    TaskState ending = task(10, "rows");
    ending.advance(10);
    assertThat(TaskText.left(ending, TimeUnit.SECONDS.toNanos(30))).isEmpty();
  }

  @Test
  void anAmountNeverGoesBack() {
    TaskState task = task(10, "nodes");
    task.advance(4);
    task.advance(3);
    assertThat(TaskText.amount(task)).isEqualTo("4/10 nodes");
  }

  private static TaskState task(long total, String unit) {
    return new TaskState("task", total, unit, () -> 0, closed -> {});
  }
}
