package org.quorate.core.replica;

/** How near a node is to another, as Cassandra's snitches of racks and data centres tell it. */
public enum Proximity {
  /** In the same rack of the same data centre. */
  SAME_RACK,

  /** In another rack of the same data centre. */
  SAME_DATA_CENTER,

  /** In another data centre. */
  OTHER_DATA_CENTER;

  /** The one of two nodes, whichever is named first. */
  public static Proximity of(NodePlace one, NodePlace other) {
    if (!one.dataCenter().equals(other.dataCenter())) {
      return OTHER_DATA_CENTER;
    }
    return one.rack().equals(other.rack()) ? SAME_RACK : SAME_DATA_CENTER;
  }
}
