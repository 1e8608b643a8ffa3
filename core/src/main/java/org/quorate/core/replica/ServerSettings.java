package org.quorate.core.replica;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * What servers are set to, of those that are asked. What one has said holds only for a few rounds:
 * others may be asked since, and it may be set otherwise by now. Of servers that are set to
 * different times those count by which hints are there latest, and are not written soonest. Not
 * thread-safe.
 */
final class ServerSettings {
  /** Each of the few that are asked is asked every six seconds, or more often. */
  private static final long COUNTS_FOR_NANOS = Duration.ofSeconds(15).toNanos();

  private record Said(boolean writesHints, ReplicaTimes times, long atNanos) {}

  private final Map<UUID, Said> said = new HashMap<>();

  /** Of those that had said theirs of late when one said so last. */
  private ReplicaTimes times = ReplicaTimes.DEFAULT;

  void said(Signal.HintSettings settings, long now) {
    said.put(settings.at(), new Said(settings.enabled(), settings.times(), now));
    forget(now);
    times =
        said.values().stream()
            .map(Said::times)
            .reduce(ReplicaTimes::strictest)
            .orElse(ReplicaTimes.DEFAULT);
  }

  private void forget(long now) {
    said.values().removeIf(each -> now - each.atNanos() > COUNTS_FOR_NANOS);
  }

  void retain(Set<UUID> nodes) {
    said.keySet().retainAll(nodes);
  }

  ReplicaTimes times() {
    return times;
  }

  /** When a write was sent at the earliest that is dropped at an instant. */
  long sentBy(long nanos) {
    return nanos - times.writeTimeout().toNanos();
  }

  /** Whether no server has said of late that it writes none. */
  boolean writeHints(long now) {
    forget(now);
    return said.values().stream().allMatch(Said::writesHints);
  }
}
