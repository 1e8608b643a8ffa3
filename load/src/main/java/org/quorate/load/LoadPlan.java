package org.quorate.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import org.quorate.core.schedule.ArrivalSchedule;
import org.quorate.load.history.LaneHistory;

/**
 * What load to drive, and for how long.
 *
 * @param lanes threads that drive it, at least 1; where calls of the store block, one for each
 *     client
 * @param sources the operations of each lane
 * @param shape when operations are sent
 * @param insertsOver told the key number of every insert that is over, from any lane's thread
 * @param duration how long operations are due
 * @param drain how long after the end the last operations are waited for
 * @param patience how long operations may be under way without one of them completing, before all
 *     that are under way are given up, and how long deferred writes may take once the load has
 *     ended; longer than the store's own time limits, as {@link #PATIENCE} is
 * @param history where every operation is recorded, by lane
 */
public record LoadPlan(
    int lanes,
    IntFunction<OperationSource> sources,
    Shape shape,
    Levels levels,
    LongConsumer insertsOver,
    Duration duration,
    Duration drain,
    Duration patience,
    IntFunction<LaneHistory> history) {
  /**
   * Longer than any time limit of the stores here, so that what they still answer is waited for,
   * and than the pauses of repeated inserts.
   */
  public static final Duration PATIENCE = Duration.ofSeconds(150);

  /** When operations are sent. */
  public sealed interface Shape {}

  /**
   * Each of {@code clients} sends its next operation when the one before is over.
   *
   * @param clients at least one per lane
   * @param targetPerSecond of all clients together, or 0 for as fast as they can
   */
  public record Closed(int clients, double targetPerSecond) implements Shape {}

  /**
   * Operations are sent on schedule. One that finds the clients of its own lane taken waits, though
   * those of another lane may be free.
   *
   * @param arrivals the schedule of each lane, which together are the whole
   * @param maxInFlight of all lanes together, at least one per lane
   * @param steps how long each step of the arrivals lasts, where what was due in each is to be told
   *     apart; else empty
   */
  public record Open(IntFunction<ArrivalSchedule> arrivals, int maxInFlight, List<Duration> steps)
      implements Shape {
    public Open {
      steps = List.copyOf(steps);
    }

    /** Arrivals as a whole. */
    public Open(IntFunction<ArrivalSchedule> arrivals, int maxInFlight) {
      this(arrivals, maxInFlight, List.of());
    }
  }

  /** The end of each step of the arrivals, for a load that begins at an instant. */
  List<Long> stepEnds(long start) {
    List<Long> ends = new ArrayList<>();
    if (shape instanceof Open open) {
      long end = start;
      for (Duration step : open.steps()) {
        end = LaneTimes.after(end, step.toNanos());
        ends.add(end);
      }
    }
    return ends;
  }

  Pacing pacing(int lane) {
    if (shape instanceof Closed closed) {
      int first = closed.clients() * lane / lanes;
      int end = closed.clients() * (lane + 1) / lanes;
      long period =
          closed.targetPerSecond() > 0
              ? Math.round(1e9 * closed.clients() / closed.targetPerSecond())
              : 0;
      return new ClosedPacing(first, end - first, closed.clients(), period);
    }
    Open open = (Open) shape;
    int share = Math.max(1, open.maxInFlight() / lanes);
    return new OpenPacing(open.arrivals().apply(lane), share * lane, share);
  }
}
