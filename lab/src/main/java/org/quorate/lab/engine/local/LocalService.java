package org.quorate.lab.engine.local;

import java.net.InetSocketAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.engine.ClusterRecord;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.RunningService;
import org.quorate.lab.engine.Service;
import org.quorate.lab.engine.ServiceRecord;
import org.quorate.lab.process.ControlGroup;

/** A service that is one process of this machine. It has a quota where its host has one. */
public final class LocalService extends LocalProcess implements RunningService {
  private final ServiceRecord recorded;

  LocalService(LocalCluster cluster, ServiceRecord record) {
    super(cluster, record.name(), record.command(), new Recorded(record.process(), record.state()));
    this.recorded = record;
  }

  /** What kind of service it is. */
  public Service service() {
    return recorded.service();
  }

  @Override
  public InetSocketAddress address() {
    return recorded.address();
  }

  @Override
  public int besideNode() {
    return service().beside(cluster().spec().nodes());
  }

  @Override
  Optional<Recorded> recordedIn(ClusterRecord record) {
    return record.services().stream()
        .filter(other -> other.name().equals(name()))
        .findFirst()
        .map(service -> new Recorded(service.process(), service.state()));
  }

  @Override
  ClusterRecord record(ClusterRecord record, Recorded now) {
    return record.with(recorded.with(now.process(), now.state()));
  }

  private int host() {
    return NodeQuota.home(cluster().spec(), besideNode());
  }

  @Override
  public Optional<ControlGroup> group() {
    return NodeQuota.ofHost(cluster().spec(), host());
  }

  @Override
  @Nullable ControlGroup unlimited() throws EngineException {
    return NodeQuota.unlimitedOfHost(cluster().spec(), host());
  }

  @Override
  void hold() throws EngineException {
    NodeQuota.holdHost(cluster().spec(), host());
  }

  @Override
  public void awaitReady() throws EngineException, InterruptedException {
    cluster().awaitReady(this);
  }
}
