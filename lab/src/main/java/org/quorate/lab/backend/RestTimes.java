package org.quorate.lab.backend;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.quorate.study.result.OffloadResult;
import org.quorate.study.result.RunEvent;

/**
 * Writes down what is done to servers during a run, and puts it on the run's time line afterwards.
 * Used by one thread at a time, with a happens-before between them.
 */
public final class RestTimes {
  private static final double NANOS = 1e9;

  private final LongSupplier clock;
  private final List<Event> events = new ArrayList<>();
  private final List<Choice> choices = new ArrayList<>();
  private final List<Rest> rests = new ArrayList<>();
  private final Map<String, Rest> resting = new LinkedHashMap<>();
  private final List<Wake> wakes = new ArrayList<>();
  private long moves;
  private long failedMoves;

  private record Event(long atNanos, String text) {}

  private record Choice(long atNanos, double perSecond, int awake, String reason) {}

  private record Wake(long atNanos, double seconds) {}

  private record Rest(String node, long fromNanos, long toNanos, boolean stopped) {}

  /**
   * @param clock {@link System#nanoTime}
   */
  public RestTimes(LongSupplier clock) {
    this.clock = clock;
  }

  /**
   * The number of servers that should be awake changes.
   *
   * @param perSecond requests that were seen
   * @param awake servers that should be from now on
   * @param reason one sentence
   */
  public void chosen(double perSecond, int awake, String reason) {
    choices.add(new Choice(clock.getAsLong(), perSecond, awake, reason));
  }

  /**
   * What a server holds was asked to move to another, or a server to another host, and did or not.
   */
  public void moved(boolean done) {
    moves++;
    if (!done) {
      failedMoves++;
    }
  }

  /**
   * A server rests from now on, or as before.
   *
   * @param stopped whether its process has ended as well
   */
  public void rests(String node, boolean stopped) {
    resting.putIfAbsent(node, new Rest(node, clock.getAsLong(), Long.MAX_VALUE, stopped));
  }

  /**
   * A server that rested does so no longer.
   *
   * @return whether its process had ended; empty where it did not rest
   */
  public Optional<Boolean> wakes(String node) {
    Rest rest = resting.remove(node);
    if (rest == null) {
      return Optional.empty();
    }
    rests.add(new Rest(node, rest.fromNanos(), clock.getAsLong(), rest.stopped()));
    return Optional.of(rest.stopped());
  }

  /**
   * Servers serve again that had rested.
   *
   * @param seconds since it was decided to wake them
   */
  public void served(double seconds) {
    wakes.add(new Wake(clock.getAsLong(), seconds));
  }

  /** Something happened, said in one sentence. */
  public void event(String text) {
    events.add(new Event(clock.getAsLong(), text));
  }

  /** What was done between two instants; servers that rest still are taken to do so to the end. */
  public Offloading.Offloaded between(long fromNanos, long toNanos) {
    List<OffloadResult.Rest> within = new ArrayList<>();
    List<Rest> all = new ArrayList<>(rests);
    all.addAll(resting.values());
    for (Rest rest : all) {
      long from = Math.max(rest.fromNanos(), fromNanos);
      long to = Math.min(rest.toNanos(), toNanos);
      if (to > from) {
        within.add(
            new OffloadResult.Rest(
                rest.node(), (from - fromNanos) / NANOS, (to - fromNanos) / NANOS, rest.stopped()));
      }
    }
    return new Offloading.Offloaded(
        choices.stream()
            .filter(choice -> choice.atNanos() <= toNanos)
            .map(
                choice ->
                    new OffloadResult.Choice(
                        Math.max(0, choice.atNanos() - fromNanos) / NANOS,
                        choice.perSecond(),
                        choice.awake(),
                        choice.reason()))
            .toList(),
        within,
        moves,
        failedMoves,
        wakes.stream().filter(wake -> wake.atNanos() <= toNanos).map(Wake::seconds).toList(),
        events.stream()
            .filter(event -> event.atNanos() <= toNanos)
            .map(
                event ->
                    new RunEvent(Math.max(0, event.atNanos() - fromNanos) / NANOS, event.text()))
            .toList());
  }
}
