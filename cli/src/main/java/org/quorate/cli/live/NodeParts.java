package org.quorate.cli.live;

import java.util.Locale;
import java.util.Optional;
import org.quorate.cli.live.NodesGlance.Node;
import org.quorate.cli.live.NodesGlance.State;
import org.quorate.cli.page.PageWords;
import org.quorate.report.format.Numbers;
import org.quorate.report.page.Html;

/** The parts of the page that are of nodes, and of the replicas on them. Pure. */
final class NodeParts {
  /** A longer list is cut, those that are up last. */
  private static final int MOST_NODES = 200;

  private static final double WIDTH = 360;

  private NodeParts() {}

  /** How many replicas are up over the ring of each keyspace. */
  static String rings(Optional<NodesGlance> known) {
    return known.map(NodeParts::rings).orElseGet(NodeParts::unknown);
  }

  /** Each node's state. */
  static String list(Optional<NodesGlance> known) {
    return known.map(NodeParts::list).orElseGet(NodeParts::unknown);
  }

  private static String unknown() {
    return note(new Html(), "Not known: the agent has no connection to the cluster.").toString();
  }

  private static Html note(Html out, String sentence) {
    return out.element("p", sentence, "class", "note");
  }

  private static String rings(NodesGlance glance) {
    Html out = new Html().open("div", "class", "charts");
    for (RingGlance ring : glance.rings()) {
      String title = "Replicas of keyspace " + ring.keyspace();
      String id = LiveWords.id(ring.keyspace()) + "-ring";
      out.open("figure").element("figcaption", title);
      out.raw(
          new RingChart(
                  id, title, "Replicas that are up over the token ring; the list has them.", ring)
              .draw(WIDTH, ""));
      out.open("ul", "class", "shares");
      ring.shares()
          .forEach(
              (count, share) ->
                  out.element(
                      "li",
                      RingChart.text(count) + ": " + Numbers.percent(share) + " of the ring"));
      out.close().close();
    }
    out.close();
    if (!glance.others().isEmpty()) {
      note(
          out,
          "Which node holds which part of the ring is not shown of "
              + String.join(", ", glance.others())
              + ": the driver has no token map, the tokens are not those of the Murmur3"
              + " partitioner, or there are more keyspaces than are shown.");
    }
    return out.toString();
  }

  private static String list(NodesGlance glance) {
    Html out = new Html().open("table").open("thead").open("tr");
    for (String name : new String[] {"node", "state", "data centre", "rack"}) {
      out.element("th", name, "scope", "col", "class", "w");
    }
    out.close().close().open("tbody");
    glance.nodes().stream()
        .sorted((one, other) -> Boolean.compare(isUp(one), isUp(other)))
        .limit(MOST_NODES)
        .forEach(node -> row(out, node));
    out.close().close();
    if (glance.nodes().size() > MOST_NODES) {
      note(
          out,
          "Of "
              + PageWords.count(glance.nodes().size(), "node")
              + " so many are listed, those that are not up first.");
    }
    return out.toString();
  }

  private static boolean isUp(Node node) {
    return node.state() == State.UP;
  }

  private static void row(Html out, Node node) {
    out.open("tr").element("th", node.host(), "scope", "row");
    String state = node.state().name().toLowerCase(Locale.ROOT);
    out.element(
        "td", node.state() == State.UNKNOWN ? "not known" : state, "class", "w state " + state);
    for (String place : new String[] {node.dataCenter(), node.rack()}) {
      out.element("td", place.isEmpty() ? Numbers.UNKNOWN : place, "class", "w");
    }
    out.close();
  }
}
