package org.quorate.lab.cassandra;

/** What a node can be told of hinted handoff over JMX, by the names of Cassandra's own beans. */
enum HintSetting {
  /** Whether hints are written: a {@code boolean}. */
  ENABLED("HintedHandoffEnabled", true),
  /** How long a node may be down and still get hints: milliseconds, an {@code int}. */
  WINDOW("MaxHintWindow", true),
  /** How fast a node delivers hints, divided by the number of its peers: KiB/s, an {@code int}. */
  THROTTLE("HintedHandoffThrottleInKB", false);

  private final String attribute;
  private final boolean ofProxy;

  HintSetting(String attribute, boolean ofProxy) {
    this.attribute = attribute;
    this.ofProxy = ofProxy;
  }

  String attribute() {
    return attribute;
  }

  /** Whether it is the storage proxy's; otherwise it is the storage service's. */
  boolean ofProxy() {
    return ofProxy;
  }
}
