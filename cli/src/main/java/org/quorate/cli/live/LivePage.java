package org.quorate.cli.live;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.access.Login;
import org.quorate.cli.live.StateParts.Told;
import org.quorate.cli.page.EventFeed;
import org.quorate.cli.page.HttpPage;
import org.quorate.report.terminal.Style;

/**
 * The agent's page for people: what was seen last and in the last hour, renewed at every look. It
 * is drawn once for all readers, and only while there are some. Thread-safe; of a bounded size.
 */
public final class LivePage implements EventFeed {
  private static final String HTML = "text/html; charset=utf-8";
  private static final int MOST_TOLD = 30;
  private static final int LONGEST_TOLD = 1_000;

  private final Supplier<Instant> clock;
  private final Instant since;
  private final LastHour hour = new LastHour();
  private final Deque<Told> told = new ArrayDeque<>();
  private Optional<Glance> latest = Optional.empty();
  private @Nullable Picture drawn;
  private boolean isDrawn;
  private final Object sending = new Object();
  private @Nullable Sent sent;

  /**
   * The latest event.
   *
   * @param after id of the picture that its readers have
   */
  private record Sent(String after, Event event) {}

  /**
   * @param clock of the agent
   */
  public LivePage(Supplier<Instant> clock) {
    this.clock = clock;
    this.since = clock.get();
  }

  /** Serves the page, its events and the file of a moment to whom the login lets in. */
  public void serve(HttpPage page, @Nullable Login login) {
    page.serve("/", login, () -> new HttpPage.Answer(true, HTML, LiveDocument.live(picture())));
    page.stream("/live", login, this);
    page.serve("/snapshot.html", login, () -> new HttpPage.Answer(true, HTML, moment()));
  }

  private synchronized String moment() {
    return LiveDocument.moment(picture(), seenAt(), clock.get());
  }

  private Instant seenAt() {
    return latest.map(Glance::at).orElse(since);
  }

  /** Shows what was seen, from now on. */
  public synchronized void seen(Glance glance) {
    hour.add(glance.at(), glance.reports());
    latest = Optional.of(glance);
    changed();
  }

  /** Shows a sentence that the agent has told. */
  public synchronized void told(String sentence) {
    // Some of it may be of a server's, and of any length.
    String plain = new Style(false, true).plain(sentence);
    told.addFirst(new Told(clock.get(), Style.cut(plain, LONGEST_TOLD)));
    if (told.size() > MOST_TOLD) {
      told.removeLast();
    }
    changed();
  }

  private synchronized void changed() {
    isDrawn = false;
    notifyAll();
  }

  /** How long the last reading goes on to count, as the page shows it. */
  private Optional<Duration> readyFor() {
    return latest.flatMap(Glance::readyUntil).map(until -> Duration.between(clock.get(), until));
  }

  private synchronized Picture picture() {
    // The agent may not have looked since, as where a node holds it up.
    if (readyFor().filter(left -> left.isNegative() || left.isZero()).isPresent()) {
      latest = latest.map(Glance::lapsed);
      isDrawn = false;
    }
    Picture before = drawn;
    if (before != null && isDrawn) {
      return before;
    }
    Map<String, String> parts;
    try {
      parts = LiveParts.of(latest, hour, since, seenAt(), List.copyOf(told));
    } catch (RuntimeException failure) {
      parts = new LinkedHashMap<>(before == null ? Map.of() : before.markup());
      parts.put("state", StateParts.failed(Failures.sentence(failure)));
    }
    Picture next =
        before == null
            ? Picture.first(Long.toString(since.toEpochMilli(), 36), parts)
            : before.next(parts);
    drawn = next;
    isDrawn = true;
    return next;
  }

  @Override
  public Optional<Event> next(String last, Duration patience) throws InterruptedException {
    return awaited(last, patience).map(now -> event(now, last));
  }

  /** Made once for all readers that have the same; nothing that is seen waits for it. */
  private Event event(Picture now, String last) {
    synchronized (sending) {
      Sent before = sent;
      if (before != null && before.after.equals(last) && before.event.id().equals(now.id())) {
        return before.event;
      }
      Event event = new Event(now.id(), "picture", now.since(last, LiveDocument.MAKE));
      sent = new Sent(last, event);
      return event;
    }
  }

  /** A picture that is another than the one that a reader has; empty where there was none. */
  private synchronized Optional<Picture> awaited(String last, Duration patience)
      throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (true) {
      Picture now = picture();
      if (!now.id().equals(last)) {
        return Optional.of(now);
      }
      long left = end - System.nanoTime();
      if (left <= 0) {
        return Optional.empty();
      }
      left = Math.min(left, readyFor().map(Duration::toNanos).orElse(left));
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
  }
}
