package org.quorate.core.staleness.wars;

import org.quorate.core.replica.NodePlace;
import org.quorate.core.replica.Proximity;

/**
 * How long messages take one way between two nodes, by how near these are. Immutable.
 *
 * @param sameRack within a rack
 * @param otherRack between racks of a data centre
 * @param otherDataCenter between data centres
 */
public record LinkLegs(Leg sameRack, Leg otherRack, Leg otherDataCenter) {
  /** The same between any two. */
  public static LinkLegs alike(Leg leg) {
    return new LinkLegs(leg, leg, leg);
  }

  Leg between(NodePlace one, NodePlace other) {
    return switch (Proximity.of(one, other)) {
      case SAME_RACK -> sameRack;
      case SAME_DATA_CENTER -> otherRack;
      case OTHER_DATA_CENTER -> otherDataCenter;
    };
  }
}
