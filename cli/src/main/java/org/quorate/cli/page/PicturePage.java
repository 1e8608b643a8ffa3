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
 * shown, guarded by this object's own lock, and calls {@link #changed} when it is another. What is
 * to be shown does not wait for what {@link #shown} gives to draw. Thread-safe.
 */
public abstract class PicturePage implements EventFeed {
  private static final String HTML = "text/html; charset=utf-8";

  private final Supplier<Instant> clock;
  private final Instant since;
  private final PageFrame frame;
  private long changes;
  private String over = "";

  /** Taken before this object's own lock, and guards what was drawn. */
  private final Object drawing = new Object();

  private @Nullable Drawn drawn;
  private final Object sending = new Object();
  private @Nullable Sent sent;

  /**
   * What was shown at one moment.
   *
   * @param at how many changes there had been
   * @param seen when it was seen
   * @param over why there will be no other; empty where there may be
   */
  private record Drawn(Picture picture, long at, Instant seen, String over) {}

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
   * What is shown now, as what draws it: markup of all parts by their names, in the order in which
   * the page has them. Called with the page's lock held; what it gives is called without.
   */
  protected abstract Supplier<Map<String, String>> shown();

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
    changes++;
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
    page.serve("/", login, () -> new HttpPage.Answer(true, HTML, frame.live(drawn().picture)));
    page.stream("/live", login, this);
    page.serve("/snapshot.html", login, () -> new HttpPage.Answer(true, HTML, moment()));
  }

  private String moment() {
    Drawn now = drawn();
    return frame.moment(now.picture, now.seen, clock.get());
  }

  private Drawn drawn() {
    synchronized (drawing) {
      Drawn before = drawn;
      Supplier<Map<String, String>> parts;
      long at;
      Instant seen;
      String why;
      synchronized (this) {
        if (holds().filter(left -> left.isNegative() || left.isZero()).isPresent()) {
          changed();
        }
        if (before != null && before.at == changes) {
          return before;
        }
        at = changes;
        parts = shownOrWhyNot();
        seen = seenAt();
        why = over;
      }
      Drawn next = new Drawn(picture(parts, before == null ? null : before.picture), at, seen, why);
      drawn = next;
      return next;
    }
  }

  private Supplier<Map<String, String>> shownOrWhyNot() {
    try {
      return shown();
    } catch (RuntimeException failure) {
      return () -> {
        throw failure;
      };
    }
  }

  private Picture picture(Supplier<Map<String, String>> shown, @Nullable Picture before) {
    Map<String, String> parts;
    try {
      parts = shown.get();
    } catch (RuntimeException failure) {
      parts = new LinkedHashMap<>(before == null ? Map.of() : before.markup());
      parts.put(PageFrame.STATE, failed(Failures.sentence(failure)));
    }
    return before == null
        ? Picture.first(Long.toString(since.toEpochMilli(), 36), parts)
        : before.next(parts);
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

  /** Made once for all readers that have the same; nothing that is seen waits for it. */
  private Event event(Drawn awaited, String last) {
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

  /** What is another picture than the one that a reader has, or the last. */
  private Optional<Drawn> awaited(String last, Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (true) {
      Drawn now = drawn();
      if (!now.picture.id().equals(last) || !now.over.isEmpty()) {
        return Optional.of(now);
      }
      synchronized (this) {
        long left = end - System.nanoTime();
        if (left <= 0) {
          return Optional.empty();
        }
        if (now.at == changes) {
          left = Math.min(left, holds().map(Duration::toNanos).orElse(left));
          TimeUnit.NANOSECONDS.timedWait(this, left);
        }
      }
    }
  }
}
