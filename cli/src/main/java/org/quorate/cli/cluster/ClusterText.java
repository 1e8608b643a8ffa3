package org.quorate.cli.cluster;

import java.util.List;
import java.util.Locale;
import org.quorate.cli.cluster.ClusterView.LinkView;
import org.quorate.cli.cluster.ClusterView.NodeView;
import org.quorate.core.quantity.ByteSizes;

/** A cluster as a table for the terminal. Pure. */
final class ClusterText {
  private static final String NODE_FORMAT = "  %-8s %-8s %-8s %s%-9s %-20s %8s %10s %12s%n";
  private static final String POOL_FORMAT = "%-5s ";
  private static final String LINK_FORMAT = "  %-16s %-18s %12s %12s %12s%n";

  private ClusterText() {}

  static String of(ClusterView cluster) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%s: %s %s, %d %s, replication factor %d, %s%s%n",
            cluster.name(),
            cluster.store(),
            cluster.version(),
            cluster.nodes().size(),
            cluster.nodes().size() == 1 ? "node" : "nodes",
            cluster.replicationFactor(),
            cluster.pools() == null ? "" : "pools " + cluster.pools() + ", ",
            state(cluster)));
    text.append(
        String.format(
            Locale.ROOT,
            NODE_FORMAT,
            "node",
            "centre",
            "rack",
            cluster.pools() == null ? "" : String.format(Locale.ROOT, POOL_FORMAT, "pool"),
            "state",
            "clients connect to",
            "process",
            "memory",
            "processor"));
    for (NodeView node : cluster.nodes()) {
      text.append(
          String.format(
              Locale.ROOT,
              NODE_FORMAT,
              node.name(),
              node.dataCenter(),
              node.rack(),
              node.pool() == null ? "" : String.format(Locale.ROOT, POOL_FORMAT, node.pool()),
              node.state().toLowerCase(Locale.ROOT),
              node.clientAddress(),
              node.processId() == 0 ? "-" : Long.toString(node.processId()),
              ByteSizes.format(node.residentBytes()),
              String.format(Locale.ROOT, "%.1f s", node.processorSeconds())));
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
                "node" + link.from() + " > node" + link.to(),
                link.configured(),
                milliseconds(link.achievedMedianMillis()),
                milliseconds(link.achievedP99Millis()),
                ByteSizes.format(link.bytes())));
      }
    }
    return text.toString();
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
