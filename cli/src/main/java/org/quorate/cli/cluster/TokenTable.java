package org.quorate.cli.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.quorate.core.pool.PoolPlan;
import org.quorate.lab.cassandra.TokenPlan;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.DataCenter;
import org.quorate.report.terminal.Grid;

/**
 * The tokens of a cluster that is only planned; its fields are those of {@code --json}. Pure.
 *
 * @param pools the layout of hot and cold nodes
 */
record TokenTable(String pools, int replicationFactor, List<Center> dataCenters) {
  private static final List<String> HEAD =
      List.of("node", "pool", "initial_token", "primary range", "rows held");

  /**
   * One data centre.
   *
   * @param hotNodes how many of its nodes are hot
   * @param rowsWithHotReplica share, 0 to 1, of rows that a hot node holds
   */
  record Center(String name, int hotNodes, double rowsWithHotReplica, List<Node> nodes) {}

  /**
   * One node.
   *
   * @param initialToken text, since not every reader of JSON takes whole numbers of 64 bits
   * @param primaryRange share of the ring, 0 to 1
   * @param rowsHeld share of all rows, 0 to 1, of which it has a replica
   */
  record Node(int node, String pool, String initialToken, double primaryRange, double rowsHeld) {}

  static TokenTable of(ClusterSpec spec) {
    List<List<Long>> tokens = TokenPlan.of(spec);
    List<Center> centers = new ArrayList<>();
    int first = 0;
    for (DataCenter center : spec.dataCenters()) {
      PoolPlan plan = spec.pools().over(center.nodes());
      List<Node> nodes = new ArrayList<>();
      for (int node = 0; node < center.nodes(); node++) {
        nodes.add(
            new Node(
                node + 1,
                plan.pool(node).word(),
                Long.toString(tokens.get(first + node).get(0)),
                plan.primaryShare(node),
                plan.heldShare(node, spec.replicationFactor())));
      }
      centers.add(
          new Center(
              center.name(),
              spec.pools().hotNodes(center.nodes()),
              plan.hotShare(spec.replicationFactor()),
              nodes));
      first += center.nodes();
    }
    return new TokenTable(spec.pools().text(), spec.replicationFactor(), centers);
  }

  String text() {
    StringBuilder text = new StringBuilder();
    for (Center center : dataCenters) {
      text.append(
          String.format(
              Locale.ROOT,
              "%s: pools %s, %d of %d nodes hot; with replication factor %d, %s of the rows have a"
                  + " hot replica%n",
              center.name(),
              pools,
              center.hotNodes(),
              center.nodes().size(),
              replicationFactor,
              percent(center.rowsWithHotReplica())));
      List<List<String>> rows = new ArrayList<>(List.of(HEAD));
      for (Node node : center.nodes()) {
        rows.add(
            List.of(
                Integer.toString(node.node()),
                node.pool(),
                node.initialToken(),
                percent(node.primaryRange()),
                percent(node.rowsHeld())));
      }
      text.append(new Grid(3, rows).text());
    }
    return text.toString();
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", share * 100);
  }
}
