package org.quorate.cli.agent;

import java.util.List;
import java.util.Optional;
import org.quorate.cassandra.metric.Metric;
import org.quorate.cassandra.observe.ClusterReport;
import org.quorate.cli.live.LevelsGlance;
import org.quorate.cli.live.NodesGlance;
import org.quorate.cli.observe.EnergyReport;
import org.quorate.lab.store.cassandra.StoreException;

/** A cluster that is connected to and looked at. Used by one thread. */
interface Lookout extends AutoCloseable {
  /** Connects. */
  @FunctionalInterface
  interface Opener {
    /**
     * @throws StoreException if the cluster cannot be connected to; the message is one sentence
     */
    Lookout open() throws StoreException;
  }

  /** What came of looking at a keyspace. */
  enum Outcome {
    /** There was something to take a difference to. */
    READING,
    /** No node has answered, or none has before. */
    SILENT,
    /** A node has answered, but the keyspace does not exist or must not be read. */
    UNREADABLE
  }

  /**
   * What was seen of a keyspace.
   *
   * @param keyspace as the agent's file has it
   * @param report of the latest interval; empty where the keyspace could not be looked at
   */
  record Look(String keyspace, Outcome outcome, Optional<ClusterReport> report) {
    static Look of(String keyspace, ClusterReport report, boolean isReading) {
      return new Look(keyspace, isReading ? Outcome.READING : Outcome.SILENT, Optional.of(report));
    }

    /**
     * Of a keyspace that could not be looked at.
     *
     * @param isAnswered whether a node has answered, which is more than that it is held up
     */
    static Look failed(String keyspace, boolean isAnswered) {
      return new Look(keyspace, isAnswered ? Outcome.UNREADABLE : Outcome.SILENT, Optional.empty());
    }

    boolean isReading() {
      return outcome == Outcome.READING;
    }
  }

  /**
   * Asks the nodes once, for each keyspace; takes some seconds at most for each.
   *
   * @return one for each keyspace, in the order of the file
   */
  List<Look> look() throws InterruptedException;

  /** What the driver holds of the nodes, without asking anybody; empty where that is not known. */
  default Optional<NodesGlance> nodes() {
    return Optional.empty();
  }

  /** What is known of the energy of the hosts; empty where they have no meters. */
  default Optional<EnergyReport> energy() {
    return Optional.empty();
  }

  /** What is known of levels that are published; empty where none are. */
  default List<Metric> published() {
    return List.of();
  }

  /** Which levels are published; empty where none are to be. */
  default Optional<LevelsGlance> levels() {
    return Optional.empty();
  }

  @Override
  void close();
}
