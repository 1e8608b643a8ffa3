package org.quorate.core.forecast;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.core.replica.NodePlace;
import org.quorate.core.replica.Proximity;
import org.quorate.core.staleness.OneWayDelay;
import org.quorate.core.staleness.wars.Leg;
import org.quorate.core.staleness.wars.LinkLegs;
import org.quorate.core.staleness.wars.ReplicaRow;
import org.quorate.core.staleness.wars.Snitch;

/**
 * On which nodes the replicas of a keyspace are, and what these think of one another, as a cluster
 * was seen. Immutable.
 *
 * @param nodes of the cluster
 * @param rows where the replicas of one row are, by the nodes' numbers from 0, in the order of the
 *     ring; each row as likely as any other
 * @param badnessThreshold of the dynamic snitch, at least 0
 */
public record ReplicaMap(
    List<MappedNode> nodes, List<List<Integer>> rows, double badnessThreshold) {
  /** Nothing is known. */
  public static final ReplicaMap NONE = new ReplicaMap(List.of(), List.of(), 0);

  /**
   * One node.
   *
   * @param address at which it listens for other nodes
   * @param dataCenter its name
   * @param rack its name, within the data centre
   * @param scores that its dynamic snitch gives to others and itself, by their addresses, the
   *     lowest the best; empty where not known
   */
  public record MappedNode(
      String address, String dataCenter, String rack, Map<String, Double> scores) {
    /** Reports that others have written may lack any of it. */
    public MappedNode {
      Objects.requireNonNull(address, "a node has no address");
      Objects.requireNonNull(dataCenter, "a node has no data centre");
      Objects.requireNonNull(rack, "a node has no rack");
      scores = Map.copyOf(scores);
    }

    NodePlace place() {
      return new NodePlace(dataCenter, rack);
    }

    /** Of one that it has no score of it thinks the best, as Cassandra does. */
    List<Double> scores(List<MappedNode> replicas) {
      return scores.isEmpty()
          ? List.of()
          : replicas.stream().map(each -> scores.getOrDefault(each.address, 0.0)).toList();
    }
  }

  /**
   * @throws IllegalArgumentException if a row is of a node that there is not
   */
  public ReplicaMap {
    nodes = List.copyOf(nodes);
    rows = rows.stream().map(List::copyOf).toList();
    int known = nodes.size();
    if (rows.stream().flatMap(List::stream).anyMatch(node -> node < 0 || node >= known)) {
      throw new IllegalArgumentException("A row is of none of the " + known + " nodes.");
    }
  }

  /**
   * One way between nodes by how near they are, in seconds, each half of the median over links of
   * their round trips without the shortest time that any replica took itself; of what no link was
   * measured, nothing.
   */
  public Map<Proximity, Double> medians(List<MeasuredLink> links) {
    Map<String, NodePlace> places =
        nodes.stream()
            .collect(Collectors.toMap(MappedNode::address, MappedNode::place, (one, same) -> one));
    double idle =
        links.stream()
            .mapToDouble(MeasuredLink::atReplicaSeconds)
            .filter(Double::isFinite)
            .min()
            .orElse(0);
    Map<Proximity, List<Double>> ways = new EnumMap<>(Proximity.class);
    for (MeasuredLink link : links) {
      NodePlace from = places.get(link.from());
      NodePlace to = places.get(link.to());
      if (from != null && to != null && link.roundTripSeconds() > idle) {
        ways.computeIfAbsent(Proximity.of(from, to), any -> new ArrayList<>())
            .add((link.roundTripSeconds() - idle) / 2);
      }
    }
    Map<Proximity, Double> medians = new EnumMap<>(Proximity.class);
    ways.forEach((proximity, seconds) -> medians.put(proximity, median(seconds)));
    return medians;
  }

  private static double median(List<Double> seconds) {
    List<Double> sorted = seconds.stream().sorted().toList();
    int size = sorted.size();
    return (sorted.get((size - 1) / 2) + sorted.get(size / 2)) / 2;
  }

  /**
   * Rows to forecast with: those that have as many replicas, or, where none has, one whose replicas
   * are all as far from one another.
   *
   * @param replicas of each row
   * @param delay of all links; of those of which more is known its spread alone
   * @param links as far as they were measured
   */
  public List<ReplicaRow> rows(int replicas, OneWayDelay delay, List<MeasuredLink> links) {
    Map<Proximity, Double> medians = medians(links);
    LinkLegs legs =
        new LinkLegs(
            leg(delay, medians.get(Proximity.SAME_RACK)),
            leg(delay, medians.get(Proximity.SAME_DATA_CENTER)),
            leg(delay, medians.get(Proximity.OTHER_DATA_CENTER)));
    List<ReplicaRow> known =
        rows.stream()
            .filter(row -> row.size() == replicas)
            .map(row -> new ReplicaRow(snitch(row), legs))
            .toList();
    return known.isEmpty() ? List.of(ReplicaRow.alike(replicas, Leg.of(delay))) : known;
  }

  private static Leg leg(OneWayDelay delay, @Nullable Double median) {
    return Leg.of(median == null ? delay : new OneWayDelay(Math.log(median), delay.sigma()));
  }

  private Snitch snitch(List<Integer> row) {
    List<MappedNode> replicas = row.stream().map(nodes::get).toList();
    return new Snitch(
        replicas.stream().map(MappedNode::place).toList(),
        replicas.stream().map(node -> node.scores(replicas)).toList(),
        badnessThreshold);
  }
}
