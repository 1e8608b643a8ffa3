package org.quorate.cli.live;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.quorate.cassandra.observe.ClusterReport;

/**
 * What an agent saw when it looked last. Immutable.
 *
 * @param at when it had looked
 * @param readyUntil until when the last reading counts; empty where there is none that does
 * @param away empty while the cluster is not away
 * @param lastReading of any keyspace; empty before the first
 * @param reports of the latest interval, one of each keyspace that gave a reading
 * @param unread keyspaces that gave none
 * @param nodes what the driver knows of them; empty where there is no connection
 * @param levels that the agent publishes; empty where it publishes none, or has no connection
 */
public record Glance(
    Instant at,
    Optional<Instant> readyUntil,
    Optional<Away> away,
    Optional<Instant> lastReading,
    List<ClusterReport> reports,
    List<String> unread,
    Optional<NodesGlance> nodes,
    Optional<LevelsGlance> levels) {
  /**
   * That the cluster is away.
   *
   * @param why one sentence
   */
  public record Away(Instant since, String why) {}

  public Glance {
    reports = List.copyOf(reports);
    unread = List.copyOf(unread);
  }

  /** Whether there was a reading that is young enough to count. */
  boolean isReady() {
    return readyUntil.isPresent();
  }

  /** The same at a time at which its reading counts no longer. */
  Glance lapsed() {
    return new Glance(at, Optional.empty(), away, lastReading, reports, unread, nodes, levels);
  }
}
