package org.quorate.lab.backend.hbase;

import java.util.List;
import java.util.OptionalLong;
import org.quorate.core.workload.Fields;
import org.quorate.lab.backend.LocalStore;
import org.quorate.lab.backend.MeasuredCluster;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.Engine;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.hbase.HBaseEngine;
import org.quorate.lab.link.process.LinkProcess;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.LoadShape;
import org.quorate.study.plan.OffloadSettings;
import org.quorate.study.plan.Rest;
import org.quorate.study.plan.RunSettings;

/** HBase on this machine: ZooKeeper, a master, and the region servers that a study asks for. */
public final class LocalHBase implements LocalStore {
  /** Each client has a thread, and its buffer memory. */
  private static final int MOST_CLIENTS = 512;

  @Override
  public ClusterSpec specification(ClusterSettings settings, String name) {
    ClusterSpec.Builder builder =
        HBaseEngine.spec(
                name,
                settings.version().equals("default")
                    ? HBaseEngine.DEFAULT_VERSION
                    : settings.version())
            .nodes(settings.nodes())
            .dataNodes(settings.dataNodes());
    return LocalStore.built(builder, settings);
  }

  @Override
  public void requireMemory(List<ClusterSpec> together, OptionalLong available)
      throws EngineException {
    HBaseEngine.requireMemory(together, available);
  }

  @Override
  public void check(RunSettings run) throws BackendException {
    if (run.load() instanceof LoadShape.Closed closed && closed.threads() > MOST_CLIENTS) {
      throw new BackendException(
          "HBase's client blocks, so that each of the "
              + closed.threads()
              + " clients would need a thread of its own here; take at most "
              + MOST_CLIENTS
              + ".");
    }
    OffloadSettings offload = run.offload();
    if (offload != null && offload.rest() == Rest.STOP && run.cluster().hostQuota() != null) {
      throw new BackendException(
          "A server that is started has all processors until it answers, and so would have all"
              + " others of its host where they share a quota: with offload: stop set"
              + " processor-quota instead of host-quota.");
    }
    Fields fields = run.workload().fields();
    if (run.history() && fields.count() > 1 && !fields.readAll() && !fields.writeAll()) {
      throw new BackendException(
          "A row of HBase is as new as its newest cell, which a read of one field does not return"
              + " where updates write single fields; set readallfields or writeallfields to true,"
              + " or history to no.");
    }
  }

  @Override
  public Engine engine(LinkProcess carrier) {
    return HBaseEngine.ofUser(carrier);
  }

  @Override
  public MeasuredCluster connect(RunningCluster cluster, LinkProcess carrier)
      throws BackendException, InterruptedException {
    return MeasuredHBase.of(cluster, carrier);
  }
}
