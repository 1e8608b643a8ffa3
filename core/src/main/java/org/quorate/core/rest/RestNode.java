package org.quorate.core.rest;

import org.quorate.core.replica.NodePlace;

/**
 * A node of a cluster that may be asked to rest. Immutable.
 *
 * @param name whatever the caller calls it
 * @param clients connections of clients that it has, at least 0
 */
public record RestNode(
    String name, NodePlace place, NodeCondition condition, int clients, HintKeeping hints) {
  String dataCenter() {
    return place.dataCenter();
  }
}
