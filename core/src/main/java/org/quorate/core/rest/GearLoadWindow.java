package org.quorate.core.rest;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes of what nodes have counted the load that those that stay awake would have if a gear rested,
 * over a time until now. That is the load of the busiest of them, and an even share of all that the
 * gear does: what it reads is read from them then, and what it writes they write too, as hints. So
 * where a node counts reads, writes and hints, the load is about the same before a rest and in it.
 * A node that did not answer at both ends of a time, or has counted from zero since, is left out of
 * it. Used by one thread at a time.
 */
public final class GearLoadWindow {
  private static final double NANOS = 1e9;

  /** Standard deviations of a count: one look in 700 is above by chance. */
  private static final double SURE = 3;

  private final Set<String> gear;
  private final long stayNanos;

  private final Deque<Span> spans = new ArrayDeque<>();
  private @Nullable Look last;

  private record Look(long atNanos, Map<String, NodeCount> counts) {}

  /** From one look to the next. */
  private record Span(long fromNanos, long toNanos, double load) {}

  /**
   * @param gear names of its nodes
   * @param stay over which the highest load is looked for, at least 0
   */
  public GearLoadWindow(Set<String> gear, Duration stay) {
    this.gear = Set.copyOf(gear);
    this.stayNanos = stay.toNanos();
  }

  /**
   * Notes what nodes have counted.
   *
   * @param atNanos by a clock that never goes back, later than before
   * @param counts of each node that answers, each taken at its own time: else a node that is asked
   *     a little later than before would seem to have more to do
   */
  public void add(long atNanos, Map<String, NodeCount> counts) {
    Look before = last;
    last = new Look(atNanos, Map.copyOf(counts));
    if (before != null) {
      spans.addLast(new Span(before.atNanos(), atNanos, load(before, last, gear)));
      while (spans.getFirst().toNanos() <= atNanos - stayNanos && spans.size() > 1) {
        spans.removeFirst();
      }
    }
  }

  private static double load(Look before, Look after, Set<String> gear) {
    double busiest = Double.NaN;
    double moved = 0;
    int others = 0;
    for (Map.Entry<String, NodeCount> node : after.counts().entrySet()) {
      double perSecond = perSecond(before.counts().get(node.getKey()), node.getValue());
      if (perSecond >= 0 && gear.contains(node.getKey())) {
        moved += perSecond;
      } else if (perSecond >= 0) {
        others++;
        busiest = others == 1 ? perSecond : Math.max(busiest, perSecond);
      }
    }
    return busiest + moved / Math.max(1, others);
  }

  /** NaN where that is not known. */
  private static double perSecond(@Nullable NodeCount before, NodeCount after) {
    return before == null
            || after.operations() < before.operations()
            || after.atNanos() <= before.atNanos()
        ? Double.NaN
        : (after.operations() - before.operations())
            / ((after.atNanos() - before.atNanos()) / NANOS);
  }

  /** Forgets all looks, as after a change, whose own work is not the load of clients. */
  public void clear() {
    spans.clear();
    last = null;
  }

  /** Operations per second from the look before the last one to that; NaN where not known. */
  public double load() {
    return spans.isEmpty() ? Double.NaN : spans.getLast().load();
  }

  /**
   * Operations per second that the load is for certain, whatever of it is chance; NaN where not
   * known. Of the last look, of the last two, and so on until {@code stay} ago, the highest mean
   * from which as many as were counted, c, are no more than {@value #SURE} standard deviations
   * away, if operations come at random: m + 3 sqrt(m) = c. Of loads of thousands a second that is
   * nearly the load.
   */
  public double certain() {
    double certain = Double.NaN;
    double seconds = 0;
    double counted = 0;
    for (Iterator<Span> back = spans.descendingIterator(); back.hasNext(); ) {
      Span span = back.next();
      if (Double.isNaN(span.load())) {
        break;
      }
      double lasted = (span.toNanos() - span.fromNanos()) / NANOS;
      seconds += lasted;
      counted += span.load() * lasted;
      double root = (Math.sqrt(SURE * SURE + 4 * counted) - SURE) / 2;
      certain =
          Double.isNaN(certain) ? root * root / seconds : Math.max(certain, root * root / seconds);
    }
    return certain;
  }

  /** The highest of the last {@code stay}; NaN where not all of it is known. */
  public double highest() {
    return spans.isEmpty() || spans.getFirst().fromNanos() > spans.getLast().toNanos() - stayNanos
        ? Double.NaN
        : spans.stream().mapToDouble(Span::load).reduce(0, Math::max);
  }
}
