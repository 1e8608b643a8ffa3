package org.quorate.cli.live;

import java.util.Locale;
import java.util.Optional;
import org.quorate.cli.live.NodesGlance.Node;
import org.quorate.cli.live.NodesGlance.State;
import org.quorate.report.format.Numbers;

/** The part of the page that is of nodes, and of the replicas on them. Pure. */
final class NodeParts {
  /** A longer list is cut, those that are up last. */
  private static final int MOST_NODES = 200;

  private static final int MOST_RINGS = 12;
  private static final double WIDTH = 360;

  private NodeParts() {}

  /** Each node's state, and how many replicas are up over the ring of each keyspace. */
  static String of(Optional<NodesGlance> known) {
    if (known.isEmpty()) {
      return new Fragment()
          .element(
              "p", "Not known: the agent has no connection to the cluster.", "class", "note")
          .toString();
    }
    Fragment out = new Fragment();
    rings(out, known.get());
    nodes(out, known.get());
    return out.toString();
  }

  private static void rings(Fragment out, NodesGlance glance) {
    if (glance.rings().isEmpty()) {
      out.element(
          "p",
          "Which node holds which part of the ring is not known: the driver has no token map, or"
              + " the tokens are not those of the Murmur3 partitioner.",
          "class",
          "note");
      return;
    }
    out.open("div", "class", "charts");
    for (RingGlance ring : glance.rings().stream().limit(MOST_RINGS).toList()) {
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
                      "li", RingChart.text(count) + ": " + Numbers.percent(share) + " of the ring"));
      out.close().close();
    }
    out.close();
    if (glance.rings().size() > MOST_RINGS) {
      out.element(
          "p",
          "These are the first of " + LiveWords.count(glance.rings().size(), "keyspace") + ".",
          "class",
          "note");
    }
  }

  private static void nodes(Fragment out, NodesGlance glance) {
    out.open("details", "class", "fold", "open", glance.nodes().size() <= 12 ? "open" : "");
    out.element("summary", "Each node's state, as the driver holds it");
    out.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", "Nodes");
    out.open("table").open("thead").open("tr");
    out.element("th", "node", "scope", "col", "class", "w");
    for (String name : new String[] {"state", "data centre", "rack"}) {
      out.element("th", name, "scope", "col", "class", "w");
    }
    out.close().close().open("tbody");
    glance.nodes().stream()
        .sorted((one, other) -> Boolean.compare(isUp(one), isUp(other)))
        .limit(MOST_NODES)
        .forEach(node -> row(out, node));
    out.close().close().close();
    if (glance.nodes().size() > MOST_NODES) {
      out.element(
          "p",
          "Of " + LiveWords.count(glance.nodes().size(), "node") + " so many are listed, those that"
              + " are not up first.",
          "class",
          "note");
    }
    out.close();
  }

  private static boolean isUp(Node node) {
    return node.state() == State.UP;
  }

  private static void row(Fragment out, Node node) {
    out.open("tr").element("th", node.host(), "scope", "row");
    String state = node.state().name().toLowerCase(Locale.ROOT);
    out.element(
        "td", node.state() == State.UNKNOWN ? "not known" : state, "class", "w state " + state);
    out.element("td", node.dataCenter().isEmpty() ? Numbers.UNKNOWN : node.dataCenter(), "class", "w");
    out.element("td", node.rack().isEmpty() ? Numbers.UNKNOWN : node.rack(), "class", "w");
    out.close();
  }
}
