package org.quorate.cli.page;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.access.Login;
import org.quorate.report.page.Html;

/**
 * A page for people that renews itself: its parts are drawn once for all readers, and only while
 * there are some, and each reader gets the parts that it lacks. Whoever extends it keeps what is
 * shown, guarded by this object's own lock, and calls {@link #changed} when it is another.
 * Thread-safe.
 */
public abstract class PicturePage implements EventFeed {
  private static final String HTML = "text/html; charset=utf-8";

  private final Supplier<Instant> clock;
  private final Instant since;
  private final PageFrame frame;
  private @Nullable Picture drawn;
  private boolean isDrawn;
  private String over = "";
  private final Object sending = new Object();
  private @Nullable Sent sent;

  /**
   * The latest event.
   *
   * @param after id of the picture that its readers have
   */
  private record Sent(String after, Event event) {}

  /**
   * @param clock of what is shown
   * @param frame what the parts are put into
   */
  protected PicturePage(Supplier<Instant> clock, PageFrame frame) {
    this.clock = clock;
    this.since = clock.get();
    this.frame = frame;
  }

  /**
   * Markup of all parts by their names, in the order in which the page has them. Called with the
   * page's lock held.
   */
  protected abstract Map<String, String> parts();

  /** When was seen what is shown. Called with the page's lock held. */
  protected abstract Instant seenAt();

  /**
   * How long what is shown holds by itself; empty where it does until it changes. Called with the
   * page's lock held.
   */
  protected Optional<Duration> holds() {
    return Optional.empty();
  }

  /** The time. */
  protected final Instant now() {
    return clock.get();
  }

  /** When the page began. */
  protected final Instant since() {
    return since;
  }

  /** Draws anew, once somebody reads. */
  protected final synchronized void changed() {
    isDrawn = false;
    notifyAll();
  }

  /**
   * Tells every reader that what is shown now is the last.
   *
   * @param sentence why
   */
  protected final synchronized void end(String sentence) {
    over = sentence;
    changed();
  }

  /** Serves the page, its events and the file of a moment to whom the login lets in. */
  public final void serve(HttpPage page, @Nullable Login login) {
    page.serve("/", login, () -> new HttpPage.Answer(true, HTML, frame.live(picture())));
    page.stream("/live", login, this);
    page.serve("/snapshot.html", login, () -> new HttpPage.Answer(true, HTML, moment()));
  }

  /** A whole page; nothing that is seen waits for it. */
  private String moment() {
    Picture now;
    Instant seen;
    synchronized (this) {
      now = picture();
      seen = seenAt();
    }
    return frame.moment(now, seen, clock.get());
  }

  private synchronized Picture picture() {
    Picture before = drawn;
    boolean isOver = holds().filter(left -> left.isNegative() || left.isZero()).isPresent();
    if (before != null && isDrawn && !isOver) {
      return before;
    }
    Map<String, String> parts;
    try {
      parts = parts();
    } catch (RuntimeException failure) {
      parts = new LinkedHashMap<>(before == null ? Map.of() : before.markup());
      parts.put(PageFrame.STATE, failed(Failures.sentence(failure)));
    }
    Picture next =
        before == null
            ? Picture.first(Long.toString(since.toEpochMilli(), 36), parts)
            : before.next(parts);
    drawn = next;
    isDrawn = true;
    return next;
  }

  /** In the place of the state, where the page cannot be drawn. */
  private static String failed(String why) {
    return new Html()
        .element("h1", "This page could not be drawn.")
        .element("p", why + " What is below is of before.", "class", "more")
        .toString();
  }

  @Override
  public final Optional<Event> next(String last, Duration patience) throws InterruptedException {
    return awaited(last, patience).map(now -> event(now, last));
  }

  /** What a reader gets, and why it gets no other; empty where it may. */
  private record Awaited(Picture picture, String over) {}

  /** Made once for all readers that have the same; nothing that is seen waits for it. */
  private Event event(Awaited awaited, String last) {
    Picture now = awaited.picture;
    synchronized (sending) {
      Sent before = sent;
      if (before != null && before.after.equals(last) && before.event.id().equals(now.id())) {
        return before.event;
      }
      Event event =
          new Event(
              now.id(),
              "picture",
              now.since(last, frame.make(), awaited.over),
              !awaited.over.isEmpty());
      sent = new Sent(last, event);
      return event;
    }
  }

  /** A picture that is another than the one that a reader has, or the last. */
  private synchronized Optional<Awaited> awaited(String last, Duration patience)
      throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (true) {
      Picture now = picture();
      if (!now.id().equals(last) || !over.isEmpty()) {
        return Optional.of(new Awaited(now, over));
      }
      long left = end - System.nanoTime();
      if (left <= 0) {
        return Optional.empty();
      }
      left = Math.min(left, holds().map(Duration::toNanos).orElse(left));
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
  }
}
