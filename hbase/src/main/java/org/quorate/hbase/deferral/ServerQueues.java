package org.quorate.hbase.deferral;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.metric.DeferralTally;
import org.quorate.hbase.metric.FlushReason;
import org.quorate.hbase.setting.FlushSettings;

/** The queues of a table, one for each region server. Guarded by the lock of the table's queue. */
final class ServerQueues {
  private final Pace pace;
  private final Room room;
  private final DeferralTally tally;
  private final FlushSettings settings;
  private final Map<String, ServerQueue> queues = new HashMap<>();

  /** What was accepted up to this instant has been asked for, wherever it comes to wait. */
  private long askedThrough = -1;

  ServerQueues(Pace pace, Room room, DeferralTally tally, FlushSettings settings) {
    this.pace = pace;
    this.room = room;
    this.tally = tally;
    this.settings = settings;
  }

  /** The queue of a server, by its name. */
  ServerQueue to(String server) {
    return queues.computeIfAbsent(server, ServerQueue::new);
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
    for (ServerQueue queue : queues.values()) {
      FlushReason reason = due(queue, now);
      while (reason != null) {
        // With all flushes under way, what cannot wait still goes, and nothing else.
        boolean urgentOnly = queue.isTaken(settings.inFlight());
        Flight flight = queue.depart(reason, settings.bytes(), urgentOnly, now);
        flights.add(flight);
        tally.flushed(reason, flight.writes());
        reason = due(queue, now);
      }
      earliest = Math.min(earliest, dueAt(queue, now));
    }
    return earliest;
  }

  /** When a flush to a server is due; later than any instant if none will be. */
  long dueAt(ServerQueue queue, long now) {
    if (due(queue, now) != null) {
      return now;
    }
    long oldest = queue.oldest();
    // With all flushes under way, the next answer will tell.
    return oldest == Long.MAX_VALUE || queue.isTaken(settings.inFlight())
        ? Long.MAX_VALUE
        : oldest + pace.waitNanos();
  }

  /** How many seconds the busiest server needs for what is pending; see {@link ServerQueue}. */
  double drainSeconds(double seconds, double bound) {
    double longest = 0;
    for (ServerQueue queue : queues.values()) {
      longest = Math.max(longest, queue.drainSeconds(seconds, settings.inFlight(), bound));
    }
    return longest;
  }

  void clear() {
    queues.clear();
  }

  private @Nullable FlushReason due(ServerQueue queue, long now) {
    return queue.due(
        now, pace.waitNanos(), settings.bytes(), room.pressed(), settings.inFlight(), askedThrough);
  }
}
