package org.quorate.core.rest;

import java.util.List;

/**
 * A cluster at one instant. Immutable.
 *
 * @param nodes all of them, whatever their condition
 * @param keyspaces those that clients use, and those that servers cannot do without
 */
public record RestSituation(List<RestNode> nodes, List<RestKeyspace> keyspaces, RestTerms terms) {
  public RestSituation {
    nodes = List.copyOf(nodes);
    keyspaces = List.copyOf(keyspaces);
  }
}
