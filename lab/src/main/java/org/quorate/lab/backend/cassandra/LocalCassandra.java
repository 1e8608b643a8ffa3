package org.quorate.lab.backend.cassandra;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.quorate.core.pool.PoolLayout;
import org.quorate.lab.backend.LocalStore;
import org.quorate.lab.backend.MeasuredCluster;
import org.quorate.lab.cassandra.CassandraEngine;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.DataCenter;
import org.quorate.lab.engine.Engine;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.link.process.LinkProcess;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.OffloadSettings;
import org.quorate.study.plan.Rest;
import org.quorate.study.plan.RunSettings;

/** Cassandra on this machine. Stateless. */
public final class LocalCassandra implements LocalStore {
  @Override
  public ClusterSpec specification(ClusterSettings settings, String name) {
    List<DataCenter> centers = new ArrayList<>();
    settings
        .dataCenters()
        .forEach(
            (center, nodes) ->
                centers.add(new DataCenter(center, nodes, Math.min(settings.racks(), nodes))));
    ClusterSpec.Builder builder =
        ClusterSpec.builder(
                name,
                settings.version().equals("default")
                    ? CassandraEngine.DEFAULT_VERSION
                    : settings.version())
            .dataCenters(centers)
            .replicationFactor(settings.replicationFactor())
            .tokensPerNode(settings.tokensPerNode())
            .pools(PoolLayout.parse(settings.pools()));
    return LocalStore.built(builder, settings);
  }

  @Override
  public void requireMemory(List<ClusterSpec> together, OptionalLong available)
      throws EngineException {
    CassandraEngine.requireMemory(together, available);
  }

  @Override
  public void check(RunSettings run) throws BackendException {
    LevelCheck.check(run);
    OffloadSettings offload = run.offload();
    if (offload != null && offload.rest() == Rest.STOP && run.cluster().hostQuota() != null) {
      throw new BackendException(
          "A node that is started has all processors until it answers, and so would have all others"
              + " of its host where they share a quota: with offload: stop set processor-quota"
              + " instead of host-quota.");
    }
  }

  @Override
  public Engine engine(LinkProcess carrier) {
    return CassandraEngine.ofUser(carrier);
  }

  @Override
  public MeasuredCluster connect(RunningCluster cluster, LinkProcess carrier)
      throws BackendException {
    return MeasuredCassandra.of(new LocalCassandraCluster(cluster, carrier));
  }
}
