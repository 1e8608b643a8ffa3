package org.quorate.cli.cluster;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.cassandra.rest.RestEntry;
import org.quorate.lab.cassandra.rest.RestJournal;
import org.quorate.lab.engine.ClusterRecord;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.engine.RunningService;
import org.quorate.lab.link.LinkReport;
import org.quorate.lab.link.process.LinkStatus;

/**
 * What is shown of a cluster; its fields are those of {@code --json}.
 *
 * @param state {@code running}, or {@code orphaned} where its launcher died without stopping it
 * @param replicationFactor replicas of each row; absent where the store decides that by itself
 * @param pools the layout of hot and cold nodes; absent where there are no pools
 * @param launcher process that the cluster belongs to and ends with, or null when it runs by itself
 * @param services what belongs to the cluster beside its nodes; absent where nothing does
 * @param links absent where the links are not relayed
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ClusterJson(
    String name,
    String state,
    String store,
    String version,
    @Nullable Integer replicationFactor,
    @Nullable String pools,
    String directory,
    String startedAt,
    @Nullable Long launcher,
    @Nullable List<ServiceJson> services,
    List<NodeJson> nodes,
    @Nullable List<LinkJson> links) {
  private static final double NANOS_PER_MILLISECOND = 1e6;

  /**
   * One service, as ZooKeeper.
   *
   * @param processId 0 where it has never had a process
   * @param residentBytes memory that is in RAM
   * @param processorSeconds user and system time since the process started
   */
  record ServiceJson(
      String name,
      String state,
      String address,
      long processId,
      long residentBytes,
      double processorSeconds) {}

  /**
   * One node.
   *
   * @param dataCenter absent where the store has none
   * @param rack absent where the store has none
   * @param state of the process; of one that is to rest, rests or wakes {@code GOING_TO_REST},
   *     {@code RESTING} or {@code WAKING}
   * @param pool {@code hot} or {@code cold}; absent where there are no pools
   * @param managementPort of JMX on 127.0.0.1; absent where the store's processes have none
   * @param processId 0 where it has never had a process
   * @param residentBytes memory that is in RAM
   * @param processorSeconds user and system time since the process started
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record NodeJson(
      String name,
      @Nullable String dataCenter,
      @Nullable String rack,
      @Nullable String pool,
      String state,
      String clientAddress,
      String storageAddress,
      @Nullable Integer managementPort,
      long processId,
      long residentBytes,
      double processorSeconds) {}

  /**
   * What one link carried since it was opened.
   *
   * @param from index of the sending node, or 0 for all clients
   * @param to index of the receiving node, or 0 for all clients
   * @param configured the delay that was asked for
   * @param achievedMedianMillis half of the messages were not delayed longer than that
   * @param achievedP99Millis 99 % of the messages were not delayed longer than that
   */
  record LinkJson(
      int from,
      int to,
      String configured,
      long bytes,
      long messages,
      double achievedMedianMillis,
      double achievedP99Millis) {}

  static ClusterJson of(ClusterRecord record, RunningCluster cluster) throws IOException {
    RestJournal rests = new RestJournal(record.directory());
    List<NodeJson> nodes = new ArrayList<>();
    for (RunningNode node : cluster.nodes()) {
      nodes.add(node(record.spec(), node, state(rests, node)));
    }
    Optional<LinkStatus> links =
        record.spec().relayed() ? LinkStatus.read(record.directory()) : Optional.empty();
    return new ClusterJson(
        record.spec().name(),
        record.orphaned() ? "orphaned" : "running",
        record.store(),
        record.spec().version(),
        record.spec().ring() == null ? null : record.spec().replicationFactor(),
        record.spec().pools().balanced() ? null : record.spec().pools().text(),
        record.directory().toString(),
        record.startedAt().toString(),
        record.launcher() == null ? null : record.launcher().processId(),
        cluster.services().isEmpty()
            ? null
            : cluster.services().stream().map(ClusterJson::service).toList(),
        nodes,
        links.map(status -> status.links().stream().map(ClusterJson::link).toList()).orElse(null));
  }

  private static NodeJson node(ClusterSpec spec, RunningNode node, String state) {
    return new NodeJson(
        node.name(),
        spec.ring() == null ? null : node.dataCenter(),
        spec.ring() == null ? null : node.rack(),
        spec.pools().balanced() ? null : spec.pool(node.index()).word(),
        state,
        text(node.clientAddress()),
        text(node.storageAddress()),
        spec.ring() == null ? null : node.managementPort(),
        node.processId(),
        node.residentMemory(),
        node.processorTime().toMillis() / 1000.0);
  }

  private static String state(RestJournal rests, RunningNode node) {
    try {
      return rests.of(node.name()).map(ClusterJson::state).orElse(node.state().name());
    } catch (EngineException unreadable) {
      return "UNKNOWN";
    }
  }

  /** Where a node that is not awake is on its way. */
  static String state(RestEntry rest) {
    return switch (rest.step()) {
      case LEAVING, DRAINING, STOPPING -> "GOING_TO_REST";
      case RESTING -> "RESTING";
      case STARTING, CATCHING_UP, ADMITTING -> "WAKING";
    };
  }

  private static ServiceJson service(RunningService service) {
    return new ServiceJson(
        service.name(),
        service.state().name(),
        text(service.address()),
        service.processId(),
        service.residentMemory(),
        service.processorTime().toMillis() / 1000.0);
  }

  private static LinkJson link(LinkReport report) {
    return new LinkJson(
        report.from(),
        report.to(),
        report.configured(),
        report.bytes(),
        report.messages(),
        report.achieved().p50() / NANOS_PER_MILLISECOND,
        report.achieved().p99() / NANOS_PER_MILLISECOND);
  }

  static String text(InetSocketAddress address) {
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }
}
