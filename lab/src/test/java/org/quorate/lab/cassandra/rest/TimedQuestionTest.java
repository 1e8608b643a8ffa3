package org.quorate.lab.cassandra.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

final class TimedQuestionTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  @Test
  void anAnswerOrARefusalIsHandedOn() throws Exception {
    assertThat(TimedQuestion.ask("answered", LONG, () -> 5)).isEqualTo(5);
    assertThatIOException()
        .isThrownBy(
            () ->
                TimedQuestion.ask(
                    "refused",
                    LONG,
                    () -> {
                      throw new IOException("not me");
                    }))
        .withMessage("not me");
    assertThatIOException()
        .isThrownBy(
            () ->
                TimedQuestion.ask(
                    "mistaken",
                    LONG,
                    () -> {
                      throw new IllegalStateException("nor me");
                    }))
        .withMessageContaining("nor me");
  }

  @Test
  void whoIsLateIsNotAskedTheSameAgainBeforeItHasAnswered() throws Exception {
    CountDownLatch frozen = new CountDownLatch(1);
    assertThatIOException()
        .isThrownBy(() -> TimedQuestion.ask("late", Duration.ofMillis(1), () -> await(frozen)))
        .withMessage("no answer for 0 seconds");
    assertThatIOException()
        .isThrownBy(() -> TimedQuestion.ask("late", LONG, () -> 5))
        .withMessage("no answer yet to the same question before");
    frozen.countDown();
    Awaitility.await()
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(TimedQuestion.ask("late", LONG, () -> 5)).isEqualTo(5));
  }

  private static boolean await(CountDownLatch latch) throws InterruptedException {
    latch.await();
    return true;
  }
}
