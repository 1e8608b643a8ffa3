package org.quorate.lab.cassandra.rest;

import java.time.InstantSource;
import java.util.List;
import org.quorate.core.rest.GearDecision;
import org.quorate.core.rest.GearPolicy;
import org.quorate.core.rest.GearState;
import org.quorate.core.rest.RestTerms;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.study.progress.Progress;

/**
 * Nodes of a running Cassandra cluster that rest and wake together by what the cluster's nodes have
 * to do. Whoever has one keeps all others from sending nodes of the cluster to rest or waking them,
 * until it is closed or its process ends. What was under way then is gone on with by the next one,
 * or by {@link RestingReplicas}. Used by one thread.
 */
public final class RestingGear implements AutoCloseable {
  private final RestLock lock;
  private final LiveGear gear;
  private final GearWatch watch;

  private RestingGear(RestLock lock, LiveGear gear, GearWatch watch) {
    this.lock = lock;
    this.gear = gear;
    this.watch = watch;
  }

  /**
   * Takes hold of a gear, whatever of it rests already.
   *
   * @param cluster stays the caller's
   * @param names of nodes of the cluster, at least one, in the order in which they are stopped
   * @param levels all that clients use
   * @param listener told of decisions and of what comes of them
   * @throws EngineException when somebody else sends nodes of the cluster to rest or wakes them
   */
  public static RestingGear open(
      RunningCluster cluster,
      List<String> names,
      RestTerms terms,
      UsedLevels levels,
      GearPolicy policy,
      Progress progress,
      GearListener listener)
      throws EngineException {
    RestLock lock = RestLock.take(cluster.directory());
    LiveGear gear = new LiveGear(cluster, names, terms, levels, lock, progress, listener);
    GearWatch watch =
        new GearWatch(
            names,
            policy,
            new RestJournal(cluster.directory()),
            gear,
            InstantSource.system(),
            System::nanoTime,
            listener);
    return new RestingGear(lock, gear, watch);
  }

  /**
   * Looks at the cluster, decides, and does what was decided, which may take minutes; failures are
   * told. To be called again within {@link GearPolicy#betweenLooks()}, even if that only says that
   * all stays as it is.
   *
   * @return what was decided
   * @throws EngineException when it cannot be known where the gear is on its way
   */
  public GearDecision look() throws EngineException, InterruptedException {
    return watch.look();
  }

  /** Where the gear is on its way. */
  public GearState state() throws EngineException {
    return watch.state();
  }

  @Override
  public void close() {
    try (lock) {
      gear.close();
    }
  }
}
