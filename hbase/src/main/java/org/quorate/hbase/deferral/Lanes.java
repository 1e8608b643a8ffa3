package org.quorate.hbase.deferral;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.metric.DeferralTally;
import org.quorate.hbase.metric.FlushReason;

/** The lanes of a table, one for each region server. Guarded by the lock of the table's queue. */
final class Lanes {
  private final Pace pace;
  private final Room room;
  private final DeferralTally tally;
  private final int mostInFlight;
  private final Map<String, Lane> lanes = new HashMap<>();

  /** What was accepted up to this instant has been asked for, wherever it comes to wait. */
  private long askedThrough = -1;

  /**
   * @param mostInFlight flushes to one server that are not answered
   */
  Lanes(Pace pace, Room room, DeferralTally tally, int mostInFlight) {
    this.pace = pace;
    this.room = room;
    this.tally = tally;
    this.mostInFlight = mostInFlight;
  }

  /** The lane of a server, by its name. */
  Lane to(String server) {
    return lanes.computeIfAbsent(server, Lane::new);
  }

  /** Everything accepted up to now is asked for. */
  void ask(long now) {
    askedThrough = now;
  }

  /**
   * Sends off what is due.
   *
   * @param flights where it is added
   * @return when something else will be due
   */
  long depart(List<Flight> flights, long now) {
    long earliest = Long.MAX_VALUE;
    for (Lane lane : lanes.values()) {
      FlushReason reason = due(lane, now);
      while (reason != null) {
        // With all flushes under way, what cannot wait still goes, and nothing else.
        boolean urgentOnly = lane.isTaken(mostInFlight);
        Flight flight = lane.depart(reason, pace.batchBytes(), urgentOnly, now);
        flights.add(flight);
        tally.flushed(reason, flight.writes());
        reason = due(lane, now);
      }
      earliest = Math.min(earliest, dueAt(lane, now));
    }
    return earliest;
  }

  /** When a flush to a server is due; later than any instant if none will be. */
  long dueAt(Lane lane, long now) {
    if (due(lane, now) != null) {
      return now;
    }
    long oldest = lane.oldest();
    // With all flushes under way, the next answer will tell.
    return oldest == Long.MAX_VALUE || lane.isTaken(mostInFlight)
        ? Long.MAX_VALUE
        : oldest + pace.waitNanos();
  }

  /** Servers that writes wait for or are under way to. */
  int busy() {
    int busy = 0;
    for (Lane lane : lanes.values()) {
      busy += lane.isIdle() ? 0 : 1;
    }
    return busy;
  }

  /** How many seconds the busiest server needs for what is pending; see {@link Lane}. */
  double drainSeconds(double seconds, double bound) {
    double longest = 0;
    for (Lane lane : lanes.values()) {
      longest = Math.max(longest, lane.drainSeconds(seconds, mostInFlight, bound));
    }
    return longest;
  }

  void clear() {
    lanes.clear();
  }

  private @Nullable FlushReason due(Lane lane, long now) {
    return lane.due(
        now, pace.waitNanos(), pace.batchBytes(), room.pressed(), mostInFlight, askedThrough);
  }
}
