package org.quorate.cli.cluster;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.quorate.cli.cluster.ClusterView.LinkView;
import org.quorate.cli.cluster.ClusterView.NodeView;
import org.quorate.cli.cluster.ClusterView.ServiceView;
import org.quorate.core.quantity.ByteSizes;

/** A cluster as a table for the terminal. Pure. */
final class ClusterText {
  private static final String NODE_FORMAT = "  %-9s %s%-9s %-20s %8s %10s %12s%n";
  private static final String LINK_FORMAT = "  %-16s %-18s %12s %12s %12s%n";

  private ClusterText() {}

  static String of(ClusterView cluster) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%s: %s %s, %d %s, %s%s%s%n",
            cluster.name(),
            cluster.store(),
            cluster.version(),
            cluster.nodes().size(),
            cluster.nodes().size() == 1 ? "node" : "nodes",
            cluster.replicationFactor() == null
                ? ""
                : "replication factor " + cluster.replicationFactor() + ", ",
            cluster.pools() == null ? "" : "pools " + cluster.pools() + ", ",
            state(cluster)));
    NodeView first = cluster.nodes().get(0);
    String columns =
        columns(
            first.dataCenter() == null ? null : "centre",
            first.rack() == null ? null : "rack",
            first.pool() == null ? null : "pool");
    text.append(
        String.format(
            Locale.ROOT,
            NODE_FORMAT,
            "node",
            columns,
            "state",
            "clients connect to",
            "process",
            "memory",
            "processor"));
    for (NodeView node : cluster.nodes()) {
      text.append(
          row(
              node.name(),
              columns(node.dataCenter(), node.rack(), node.pool()),
              node.state(),
              node.clientAddress(),
              node.processId(),
              node.residentBytes(),
              node.processorSeconds()));
    }
    List<ServiceView> services = cluster.services();
    for (ServiceView service : services == null ? List.<ServiceView>of() : services) {
      text.append(
          row(
              service.name(),
              columns.isEmpty() ? "" : " ".repeat(columns.length()),
              service.state(),
              service.address(),
              service.processId(),
              service.residentBytes(),
              service.processorSeconds()));
    }
    List<LinkView> links = cluster.links();
    if (links != null) {
      text.append(
          String.format(
              Locale.ROOT, LINK_FORMAT, "link", "delay asked for", "median", "p99", "carried"));
      for (LinkView link : links) {
        text.append(
            String.format(
                Locale.ROOT,
                LINK_FORMAT,
                end(link.from()) + " > " + end(link.to()),
                link.configured(),
                milliseconds(link.achievedMedianMillis()),
                milliseconds(link.achievedP99Millis()),
                ByteSizes.format(link.bytes())));
      }
    }
    return text.toString();
  }

  /** What some stores have and others have not, each with the blanks that follow it. */
  private static String columns(
      @Nullable String center, @Nullable String rack, @Nullable String pool) {
    return (center == null || rack == null
            ? ""
            : String.format(Locale.ROOT, "%-8s %-8s ", center, rack))
        + (pool == null ? "" : String.format(Locale.ROOT, "%-5s ", pool));
  }

  private static String row(
      String name,
      String columns,
      String state,
      String address,
      long processId,
      long residentBytes,
      double processorSeconds) {
    return String.format(
        Locale.ROOT,
        NODE_FORMAT,
        name,
        columns,
        state.toLowerCase(Locale.ROOT),
        address,
        processId == 0 ? "-" : Long.toString(processId),
        ByteSizes.format(residentBytes),
        String.format(Locale.ROOT, "%.1f s", processorSeconds));
  }

  /** One end of a link. */
  private static String end(int index) {
    return index == 0 ? "clients" : "node" + index;
  }

  private static String milliseconds(double value) {
    return String.format(Locale.ROOT, "%.2f ms", value);
  }

  private static String state(ClusterView cluster) {
    if (cluster.state().equals("orphaned")) {
      return "orphaned: the process that started it has died";
    }
    return cluster.launcher() == null
        ? "running by itself"
        : "running with process " + cluster.launcher();
  }
}
