package org.quorate.lab.engine;

import java.util.List;
import java.util.regex.Pattern;

/**
 * What the nodes of a store cannot do without and is no node: it holds no rows. It belongs to its
 * cluster, starts before the nodes and ends after them. No quota of single nodes applies to it; one
 * of its host does.
 *
 * @param name of the service and its folder, as {@code master}
 * @param port where it listens, at an address of its own
 * @param furtherPorts where it listens too, at the same address
 * @param besideNode the number of the node on whose host it is taken to run, 1 or more; where there
 *     are fewer nodes, counting begins again
 * @param contactPoint whether clients begin here, rather than at the nodes
 * @param countsTime whether it takes a node that it does not hear of for dead, so that it cannot be
 *     frozen together with the nodes: when it goes on it would find all of them silent for too
 *     long. While the cluster is paused it is stopped instead.
 */
public record Service(
    String name,
    int port,
    List<Integer> furtherPorts,
    int besideNode,
    boolean contactPoint,
    boolean countsTime) {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,31}");

  public Service {
    furtherPorts = List.copyOf(furtherPorts);
    if (!NAME.matcher(name).matches() || port < 1 || port > 65_535 || besideNode < 1) {
      throw new IllegalArgumentException(
          "\"" + name + "\" at port " + port + " cannot be a service of a cluster.");
    }
  }

  /**
   * The number of the node on whose host it is taken to run.
   *
   * @param nodes that the cluster has
   */
  public int beside(int nodes) {
    return (besideNode - 1) % nodes + 1;
  }

  /** A service of one port. */
  public Service(String name, int port, int besideNode, boolean contactPoint, boolean countsTime) {
    this(name, port, List.of(), besideNode, contactPoint, countsTime);
  }
}
