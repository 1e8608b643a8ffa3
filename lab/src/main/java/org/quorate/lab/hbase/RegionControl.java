package org.quorate.lab.hbase;

import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.quorate.lab.engine.RunningNode;

/**
 * What is asked of a cluster's master and region servers so that regions go where they should.
 * Thread-safe.
 */
interface RegionControl {
  /**
   * The regions that a server serves, as it says itself, those of HBase's own tables among them.
   *
   * @return encoded name to table
   * @throws IOException when it does not answer, or the master does not know it
   */
  Map<String, String> heldBy(RunningNode node) throws IOException;

  /** A region that no server serves at the moment, or that is about to change, for people. */
  Optional<String> inTransition() throws IOException;

  /**
   * Moves a region, and returns when it is open where it shall be, or was given up.
   *
   * @param region its encoded name
   */
  void move(String region, RunningNode to) throws IOException;

  /** Has the master give these servers no region by itself, whatever becomes of others. */
  void reserve(Collection<RunningNode> nodes) throws IOException;

  /** Ends {@link #reserve} for these servers and whatever ran there before. */
  void release(Collection<RunningNode> nodes) throws IOException;
}
