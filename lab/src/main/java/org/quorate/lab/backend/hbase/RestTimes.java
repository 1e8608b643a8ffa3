package org.quorate.lab.backend.hbase;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import org.quorate.core.offload.OffloadDecision;
import org.quorate.lab.backend.Offloading;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.hbase.RestListener;
import org.quorate.study.result.OffloadResult;
import org.quorate.study.result.RunEvent;

/**
 * Writes down what is done to servers during a run, and puts it on the run's time line afterwards.
 * Used by one thread at a time, with a happens-before between them.
 */
final class RestTimes implements RestListener {
  private static final double NANOS = 1e9;

  private final LongSupplier clock;
  private final List<Event> events = new ArrayList<>();
  private final List<Choice> choices = new ArrayList<>();
  private final List<Rest> rests = new ArrayList<>();
  private final Map<String, Rest> resting = new LinkedHashMap<>();
  private long moves;
  private long failedMoves;

  private record Event(long atNanos, String text) {}

  private record Choice(long atNanos, double perSecond, OffloadDecision decision) {}

  private record Rest(String node, long fromNanos, long toNanos, boolean stopped) {}

  /**
   * @param clock {@link System#nanoTime}
   */
  RestTimes(LongSupplier clock) {
    this.clock = clock;
  }

  /**
   * The number of servers that should be awake changes.
   *
   * @param perSecond requests of all servers
   */
  void chosen(double perSecond, OffloadDecision decision, int servers) {
    long now = clock.getAsLong();
    choices.add(new Choice(now, perSecond, decision));
    events.add(
        new Event(
            now,
            decision.reason()
                + " "
                + decision.awake()
                + " of "
                + servers
                + " servers shall be awake."));
  }

  @Override
  public void moved(boolean done) {
    moves++;
    if (!done) {
      failedMoves++;
    }
  }

  @Override
  public void spread(int regions, double seconds) {
    event(
        String.format(
            Locale.ROOT,
            "%d %s moved in %.1f s.",
            regions,
            regions == 1 ? "region was" : "regions were",
            seconds));
  }

  @Override
  public void rests(RunningNode node, boolean stopped) {
    resting.put(node.name(), new Rest(node.name(), clock.getAsLong(), Long.MAX_VALUE, stopped));
    event(node.name() + (stopped ? " was stopped, holding no region." : " rests, idle."));
  }

  @Override
  public void wakes(RunningNode node) {
    Rest rest = resting.remove(node.name());
    if (rest != null) {
      rests.add(new Rest(rest.node(), rest.fromNanos(), clock.getAsLong(), rest.stopped()));
      event(node.name() + (rest.stopped() ? " is started." : " is woken."));
    }
  }

  @Override
  public void serves(RunningNode node, double seconds) {
    event(
        String.format(
            Locale.ROOT, "%s serves again, %.1f s after it was wanted.", node.name(), seconds));
  }

  private void event(String text) {
    events.add(new Event(clock.getAsLong(), text));
  }

  /** What was done between two instants; servers that rest still are taken to do so to the end. */
  Offloading.Offloaded between(long fromNanos, long toNanos) {
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
                        choice.decision().awake(),
                        choice.decision().reason()))
            .toList(),
        within,
        moves,
        failedMoves,
        events.stream()
            .filter(event -> event.atNanos() <= toNanos)
            .map(
                event ->
                    new RunEvent(Math.max(0, event.atNanos() - fromNanos) / NANOS, event.text()))
            .toList());
  }
}
