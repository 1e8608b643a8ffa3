package org.quorate.lab.remote;

import java.nio.file.Path;
import java.util.List;
import org.quorate.lab.backend.ClusterSession;
import org.quorate.lab.backend.cassandra.MeasuredCassandra;
import org.quorate.study.backend.Backend;
import org.quorate.study.backend.BackendException;
import org.quorate.study.backend.BackendSession;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.RemoteSettings;
import org.quorate.study.plan.Run;
import org.quorate.study.progress.Progress;

/** Runs studies on a cluster that is there already. Thread-safe. */
public final class RemoteBackend implements Backend {
  @Override
  public String name() {
    return RemoteSettings.BACKEND;
  }

  @Override
  public void check(List<Run> runs, boolean clustersTogether) throws BackendException {
    for (Run run : runs) {
      RemoteCheck.check(run.settings());
    }
    if (runs.stream().map(run -> run.settings().cluster()).distinct().count() > 1) {
      throw new BackendException(
          "A study cannot change the nodes or the replication of a remote cluster; remove the"
              + " factors nodes and replication-factor, or write a study for each cluster.");
    }
  }

  @Override
  public BackendSession open(
      ClusterSettings settings, int session, Path directory, Progress progress)
      throws BackendException, InterruptedException {
    RemoteCluster cluster = RemoteCluster.open(settings, session, directory, progress);
    try {
      return ClusterSession.open(session, directory, MeasuredCassandra.of(cluster));
    } catch (BackendException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }
}
