package org.quorate.lab.backend;

import java.util.List;
import org.quorate.study.backend.BackendException;
import org.quorate.study.result.OffloadResult;
import org.quorate.study.result.RunEvent;

/**
 * Sends the requests of servers elsewhere while a run is measured, and wakes the servers again when
 * the load rises, by what servers count; a store whose servers can do without their rows has one.
 * Used by one thread.
 */
public interface Offloading extends AutoCloseable {
  /** Begins to decide. Called right before the load begins, while all servers are awake. */
  void begin();

  /** Decides nothing more; what is under way goes on. Called when the load has ended. */
  void end();

  /**
   * Waits for what is under way, and has all servers awake again. Called after {@link #end()}.
   *
   * @param fromNanos start of the run, by {@link System#nanoTime}
   * @param toNanos its end, likewise
   * @return what was done in between
   * @throws BackendException when a server could not be sent to rest or woken, with the reason
   */
  Offloaded awakeAgain(long fromNanos, long toNanos) throws BackendException, InterruptedException;

  /**
   * Ends whatever is under way, so that servers may be left as they are: {@link
   * MeasuredCluster#prepare} has them awake. Never throws.
   */
  @Override
  void close();

  /**
   * What was done during a run, on its time line.
   *
   * @param moves of what servers hold to others, or of servers to other hosts, that were asked for
   * @param failedMoves of these
   * @param wakes seconds from each decision to wake servers until they served
   * @param events for the time line, in the order of their time
   */
  record Offloaded(
      List<OffloadResult.Choice> choices,
      List<OffloadResult.Rest> rests,
      long moves,
      long failedMoves,
      List<Double> wakes,
      List<RunEvent> events) {
    /** Nothing was done. */
    public static final Offloaded NOTHING =
        new Offloaded(List.of(), List.of(), 0, 0, List.of(), List.of());

    /** Copies the lists. */
    public Offloaded {
      choices = List.copyOf(choices);
      rests = List.copyOf(rests);
      wakes = List.copyOf(wakes);
      events = List.copyOf(events);
    }
  }
}
