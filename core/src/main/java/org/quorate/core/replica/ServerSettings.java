package org.quorate.core.replica;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * What servers are set to, of those that are asked. That one writes no hints holds only for a few
 * rounds after it has said so: others may be asked since, and it may be set otherwise by now. Not
 * thread-safe.
 */
final class ServerSettings {
  /** Each of the few that are asked is asked every three seconds, or more often. */
  private static final long COUNTS_FOR_NANOS = Duration.ofSeconds(15).toNanos();

  /** Those that write no hints, and when they have said so last. */
  private final Map<UUID, Long> withoutHints = new HashMap<>();

  private ReplicaTimes times = ReplicaTimes.DEFAULT;

  void said(Signal.HintSettings settings, long now) {
    times = settings.times();
    if (settings.enabled()) {
      withoutHints.remove(settings.at());
    } else {
      withoutHints.put(settings.at(), now);
    }
  }

  void retain(Set<UUID> nodes) {
    withoutHints.keySet().retainAll(nodes);
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
    withoutHints.values().removeIf(said -> now - said > COUNTS_FOR_NANOS);
    return withoutHints.isEmpty();
  }
}
