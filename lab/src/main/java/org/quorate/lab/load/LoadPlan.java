package org.quorate.lab.load;

import java.time.Duration;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import org.quorate.core.schedule.ArrivalSchedule;
import org.quorate.study.history.LaneHistory;

/**
 * What load to drive, and for how long.
 *
 * @param lanes threads that drive it, at least 1
 * @param sources the operations of each lane
 * @param shape when operations are sent
 * @param insertsOver told the key number of every insert that is over, from any lane's thread
 * @param duration how long operations are due
 * @param drain how long after the end the last operations are waited for
 * @param patience how long operations may be under way without one of them completing, before all
 *     that are under way are given up; longer than the store's own time limits
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
   * Operations are sent on schedule.
   *
   * @param arrivals the schedule of each lane, which together are the whole
   * @param maxInFlight of all lanes together
   */
  public record Open(IntFunction<ArrivalSchedule> arrivals, int maxInFlight) implements Shape {}

  Pacing pacing(int lane) {
    if (shape instanceof Closed closed) {
      int first = closed.clients() * lane / lanes;
      int end = closed.clients() * (lane + 1) / lanes;
      long period =
          closed.targetPerSecond() > 0
              ? Math.round(1e9 * closed.clients() / closed.targetPerSecond())
              : 0;
      return new ClosedPacing(first, end - first, period);
    }
    Open open = (Open) shape;
    int share = Math.max(1, open.maxInFlight() / lanes);
    return new OpenPacing(open.arrivals().apply(lane), share * lane, share);
  }
}
