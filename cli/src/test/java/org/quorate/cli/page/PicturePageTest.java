package org.quorate.cli.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.quorate.cli.page.EventFeed.Event;

/** The limit is for a test that would hang. */
@Timeout(120)
final class PicturePageTest {
  private final SlowPage page = new SlowPage();

  @Test
  void whatIsSeenDoesNotWaitForADrawingAndIsInTheNext() throws Exception {
    page.see("first");
    FutureTask<Optional<Event>> reading = new FutureTask<>(() -> page.next("", Duration.ZERO));
    FutureTask<Boolean> seeing =
        new FutureTask<>(
            () -> {
              page.see("second");
              return true;
            });
    start(reading);
    page.begun.await();
    start(seeing);
    try {
      await().until(seeing::isDone);
    } finally {
      page.drawing.countDown();
    }
    Event first = reading.get().orElseThrow();
    assertThat(first.data()).contains("first");
    assertThat(page.next(first.id(), Duration.ZERO).orElseThrow().data()).contains("second");
  }

  @Test
  void whatIsDrawnIsDrawnOnceUntilItChanges() throws Exception {
    page.drawing.countDown();
    page.see("first");
    Event first = page.next("", Duration.ZERO).orElseThrow();
    assertThat(page.next("", Duration.ZERO)).contains(first);
    assertThat(page.next(first.id(), Duration.ZERO)).isEmpty();
    page.see(null);
    assertThat(page.next(first.id(), Duration.ZERO).orElseThrow().data())
        .contains("This page could not be drawn.", "There is no word.");
  }

  /** 500 times beside one another: whoever draws first takes no change from the other. */
  @Test
  void everyReaderIsToldOfAChangeThatAnotherOneHasDrawn() throws Exception {
    page.drawing.countDown();
    page.see("word 0");
    Event last = page.next("", Duration.ZERO).orElseThrow();
    for (int i = 1; i <= 500; i++) {
      String known = last.id();
      String word = "word " + i;
      FutureTask<Optional<Event>> waiting =
          new FutureTask<>(() -> page.next(known, Duration.ofMinutes(5)));
      FutureTask<Optional<Event>> other = new FutureTask<>(() -> page.next("", Duration.ZERO));
      start(waiting);
      page.see(word);
      start(other);
      await().pollInterval(Duration.ofMillis(1)).until(() -> waiting.isDone() && other.isDone());
      last = waiting.get().orElseThrow();
      assertThat(last.data()).contains(word);
    }
  }

  @Test
  void theEndIsToldToWhoHasThePictureAlready() throws Exception {
    page.drawing.countDown();
    page.see("first");
    Event first = page.next("", Duration.ZERO).orElseThrow();
    page.end("It is over.");
    assertThat(page.next(first.id(), Duration.ZERO).orElseThrow().isLast()).isTrue();
  }

  private static void start(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
  }

  /** Shows a word, once the test allows it, and fails without one. */
  private static final class SlowPage extends PicturePage {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch drawing = new CountDownLatch(1);
    private @Nullable String word;

    SlowPage() {
      super(
          () -> Instant.EPOCH,
          new PageFrame(
              new PageFrame.Words("slow", "slow", "slow", "skip", "word", "a test"),
              page -> page.section("word", "Word", "The word."),
              ""));
    }

    synchronized void see(@Nullable String seen) {
      word = seen;
      changed();
    }

    @Override
    protected Instant seenAt() {
      return Instant.EPOCH;
    }

    @Override
    protected Supplier<Map<String, String>> shown() {
      String seen = word;
      if (seen == null) {
        throw new IllegalStateException("There is no word.");
      }
      return () -> {
        begun.countDown();
        try {
          drawing.await();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
        return Map.of(PageFrame.STATE, "<p>" + seen + "</p>");
      };
    }
  }
}
