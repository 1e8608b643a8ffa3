package org.quorate.lab.backend;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.quorate.lab.store.LaneStores;
import org.quorate.load.Levels;
import org.quorate.study.result.MonitorResult;
import org.quorate.study.result.RunEvent;

/**
 * The levels of one run while a monitor watches the cluster: what the run's policy decides where it
 * is adaptive, sent by the very session that an application has, of which each of the run's
 * processes has one, else the run's level, with estimates for both. Levels are asked for by the
 * load's threads, the rest by the session's.
 */
public interface LevelWatch extends Levels, AutoCloseable {
  /**
   * What the run is sent through where a session chooses the levels of its reads, as one in an
   * application would; empty where levels are given with each read.
   */
  default Optional<LaneStores> stores() {
    return Optional.empty();
  }

  /** Forgets the reads so far: the measured interval begins. */
  void begin();

  /** The measured interval has ended, and so has what is counted beside the load. */
  void end();

  /**
   * Share of the reads since {@link #begin}, or before it of all, that were sent at each level, by
   * its name; 0 to 1, together 1, empty where no read was sent.
   */
  Map<String, Double> levelShares();

  /** Whether there is an observation that a level can rest on. */
  boolean isKnown();

  /** Sentences on what the monitor could not do. */
  List<String> problems();

  /**
   * What was seen of servers between {@link #begin} and {@link #end}, such as a replica that is
   * behind, in the order of its time.
   *
   * @param startNanos when the measured interval began
   */
  List<RunEvent> events(long startNanos);

  /**
   * What was seen and decided since {@link #begin}.
   *
   * @param startNanos when the measured interval began
   */
  MonitorResult result(long startNanos);

  /**
   * Ends the watch, and keeps what it has learnt for the next run of the cell; of many processes
   * nothing of a warm-up.
   */
  @Override
  void close();
}
