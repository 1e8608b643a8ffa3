package org.quorate.cli.cluster;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.quorate.cli.cluster.ClusterJson.LinkJson;
import org.quorate.cli.cluster.ClusterJson.NodeJson;
import org.quorate.cli.cluster.ClusterJson.ServiceJson;
import org.quorate.core.quantity.ByteSizes;
import org.quorate.report.terminal.Grid;

/** A cluster as a table for the terminal. Pure. */
final class ClusterText {
  private ClusterText() {}

  static String of(ClusterJson cluster) {
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
    NodeJson first = cluster.nodes().get(0);
    List<String> optional =
        present(
            first.dataCenter() == null ? null : "centre",
            first.rack() == null ? null : "rack",
            first.pool() == null ? null : "pool");
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        row("node", optional, "state", "clients connect to", "process", "memory", "processor"));
    for (NodeJson node : cluster.nodes()) {
      rows.add(
          row(
              node.name(),
              present(node.dataCenter(), node.rack(), node.pool()),
              state(node.state()),
              node.clientAddress(),
              process(node.processId()),
              ByteSizes.format(node.residentBytes()),
              seconds(node.processorSeconds())));
    }
    List<ServiceJson> services = cluster.services();
    for (ServiceJson service : services == null ? List.<ServiceJson>of() : services) {
      rows.add(
          row(
              service.name(),
              Collections.nCopies(optional.size(), ""),
              service.state().toLowerCase(Locale.ROOT),
              service.address(),
              process(service.processId()),
              ByteSizes.format(service.residentBytes()),
              seconds(service.processorSeconds())));
    }
    text.append(new Grid(optional.size() + 3, rows).text());
    List<LinkJson> links = cluster.links();
    if (links != null) {
      text.append(links(links).text());
    }
    return text.toString();
  }

  private static Grid links(List<LinkJson> links) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("link", "delay asked for", "median", "p99", "carried"));
    for (LinkJson link : links) {
      rows.add(
          List.of(
              end(link.from()) + " > " + end(link.to()),
              link.configured(),
              milliseconds(link.achievedMedianMillis()),
              milliseconds(link.achievedP99Millis()),
              ByteSizes.format(link.bytes())));
    }
    return new Grid(2, rows);
  }

  /** What some stores have and others have not. */
  private static List<String> present(
      @Nullable String center, @Nullable String rack, @Nullable String pool) {
    return Stream.of(center, rack, pool).filter(Objects::nonNull).toList();
  }

  private static List<String> row(String name, List<String> optional, String... others) {
    List<String> row = new ArrayList<>(List.of(name));
    row.addAll(optional);
    row.addAll(List.of(others));
    return row;
  }

  private static String process(long id) {
    return id == 0 ? "-" : Long.toString(id);
  }

  private static String seconds(double value) {
    return String.format(Locale.ROOT, "%.1f s", value);
  }

  /** One end of a link. */
  private static String end(int index) {
    return index == 0 ? "clients" : "node" + index;
  }

  private static String milliseconds(double value) {
    return String.format(Locale.ROOT, "%.2f ms", value);
  }

  /** A node's state in words. */
  static String state(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String state(ClusterJson cluster) {
    if (cluster.state().equals("orphaned")) {
      return "orphaned: the process that started it has died";
    }
    return cluster.launcher() == null
        ? "running by itself"
        : "running with process " + cluster.launcher();
  }
}
