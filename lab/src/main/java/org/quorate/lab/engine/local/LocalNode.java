package org.quorate.lab.engine.local;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.engine.ClusterRecord;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.NodeAddresses;
import org.quorate.lab.engine.NodeRecord;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.process.ChildProcess;
import org.quorate.lab.process.ControlGroup;

/** A node that is one process of this machine. */
public final class LocalNode extends LocalProcess implements RunningNode {
  private final NodeAddresses addresses;
  private final List<String> command;
  private volatile int host;

  LocalNode(LocalCluster cluster, NodeRecord record) {
    super(
        cluster,
        record.addresses().name(),
        record.command(),
        new Recorded(record.process(), record.state()));
    this.addresses = record.addresses();
    this.command = record.command();
    this.host = NodeQuota.home(cluster.spec(), addresses.index());
  }

  public NodeAddresses addresses() {
    return addresses;
  }

  @Override
  public int index() {
    return addresses.index();
  }

  @Override
  public String dataCenter() {
    return addresses.dataCenter();
  }

  @Override
  public String rack() {
    return addresses.rack();
  }

  @Override
  public InetSocketAddress clientAddress() {
    return addresses.client();
  }

  @Override
  public InetSocketAddress storageAddress() {
    return addresses.storage();
  }

  @Override
  public InetSocketAddress advertisedStorageAddress() {
    return addresses.advertisedStorage();
  }

  @Override
  public int managementPort() {
    return addresses.managementPort();
  }

  @Override
  Optional<Recorded> recordedIn(ClusterRecord record) {
    return record.nodes().stream()
        .filter(other -> other.addresses().index() == index())
        .findFirst()
        .map(node -> new Recorded(node.process(), node.state()));
  }

  @Override
  ClusterRecord record(ClusterRecord record, Recorded now) {
    return record.with(new NodeRecord(addresses, command, now.process(), now.state()));
  }

  @Override
  public Optional<ControlGroup> group() {
    return NodeQuota.of(cluster().spec(), name(), host);
  }

  @Override
  @Nullable ControlGroup unlimited() throws EngineException {
    return NodeQuota.unlimited(cluster().spec(), name(), host);
  }

  @Override
  void hold() throws EngineException {
    NodeQuota.hold(cluster().spec(), name(), host);
  }

  @Override
  public OptionalInt host() {
    return cluster().spec().hostQuota() == null ? OptionalInt.empty() : OptionalInt.of(host);
  }

  @Override
  public void moveTo(int to) throws EngineException, InterruptedException {
    ClusterSpec spec = cluster().spec();
    boolean inRack =
        spec.hostQuota() != null
            && cluster().nodes().stream()
                .filter(other -> NodeQuota.home(spec, other.index()) == to)
                .anyMatch(
                    other ->
                        other.dataCenter().equals(dataCenter()) && other.rack().equals(rack()));
    if (!inRack) {
      throw new EngineException(
          name() + " can move to a host of its own rack only, and host " + to + " is none.");
    }
    exclusively(
        () -> {
          int before = host;
          try {
            join(to);
          } catch (IOException refused) {
            host = before;
            throw new EngineException(
                name() + " cannot move to another host: " + refused.getMessage() + ".", refused);
          }
        });
  }

  private void join(int to) throws IOException {
    host = to;
    Optional<ChildProcess> running = child();
    Optional<ControlGroup> group = group();
    if (running.isPresent() && group.isPresent()) {
      running.get().join(group.get());
    }
  }

  @Override
  public void awaitReady() throws EngineException, InterruptedException {
    cluster().awaitReady(this);
  }
}
