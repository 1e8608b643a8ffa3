package org.quorate.core.rest;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
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

  /** Standard deviations of a count, for many nodes and looks among which the highest is sought. */
  private static final double SURE = 4;

  private final Set<String> gear;
  private final long stayNanos;

  private final Deque<Span> spans = new ArrayDeque<>();
  private @Nullable Look last;

  private record Look(long atNanos, Map<String, NodeCount> counts) {}

  /**
   * From one look to the next, in operations per second.
   *
   * @param others of each node that is not of the gear, and known
   * @param moved of each of these, if the gear rested
   */
  private record Span(long fromNanos, long toNanos, Map<String, Double> others, double moved) {
    /** Of the busiest; NaN where none is known. */
    double load() {
      return others.isEmpty() ? Double.NaN : Collections.max(others.values()) + moved;
    }

    double seconds() {
      return (toNanos - fromNanos) / NANOS;
    }
  }

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
      spans.addLast(span(before, last));
      while (spans.getFirst().toNanos() <= atNanos - stayNanos && spans.size() > 1) {
        spans.removeFirst();
      }
    }
  }

  private Span span(Look before, Look after) {
    Map<String, Double> others = new HashMap<>();
    double ofGear = 0;
    for (Map.Entry<String, NodeCount> node : after.counts().entrySet()) {
      double perSecond = perSecond(before.counts().get(node.getKey()), node.getValue());
      if (perSecond >= 0 && gear.contains(node.getKey())) {
        ofGear += perSecond;
      } else if (perSecond >= 0) {
        others.put(node.getKey(), perSecond);
      }
    }
    return new Span(before.atNanos(), after.atNanos(), others, ofGear / Math.max(1, others.size()));
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
   * Operations per second that the load is at least, chance aside; NaN where not known. Over the
   * last look, the last two, and so on until {@code stay} ago, of the node that had the most of all
   * of them the highest mean m from which as many as were counted, c, are no more than {@value
   * #SURE} standard deviations away, if operations come at random: m + {@value #SURE} sqrt(m) = c.
   * So one node in a whole stay of looks is hardly ever above its load. Of 20,000 operations that
   * is 2.8 % less than was counted, of 100 a third.
   */
  public double certain() {
    double certain = Double.NaN;
    double seconds = 0;
    double moved = 0;
    Map<String, Double> counted = new HashMap<>();
    for (Iterator<Span> back = spans.descendingIterator(); back.hasNext(); ) {
      Span span = back.next();
      if (seconds > 0) {
        counted.keySet().retainAll(span.others().keySet());
      }
      boolean isFirst = seconds == 0;
      span.others()
          .forEach(
              (node, perSecond) -> {
                if (isFirst || counted.containsKey(node)) {
                  counted.merge(node, perSecond * span.seconds(), Double::sum);
                }
              });
      if (counted.isEmpty()) {
        break;
      }
      seconds += span.seconds();
      moved += span.moved() * span.seconds();
      double root =
          (Math.sqrt(SURE * SURE + 4 * (Collections.max(counted.values()) + moved)) - SURE) / 2;
      double mean = root * root / seconds;
      certain = Double.isNaN(certain) ? mean : Math.max(certain, mean);
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
