package org.quorate.lab.engine;

import java.util.regex.Pattern;

/**
 * One data centre of a cluster.
 *
 * @param name letters, digits, hyphens and underscores, as {@code dc1}
 * @param nodes how many nodes it has, at least 1
 * @param racks over how many racks its nodes are spread in turn, between 1 and {@code nodes}
 */
public record DataCenter(String name, int nodes, int racks) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,47}");

  public DataCenter {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "\""
              + name
              + "\" cannot name a data centre; use a letter, then letters, digits, - and _.");
    }
    if (nodes < 1) {
      throw new IllegalArgumentException(
          "Data centre " + name + " has " + nodes + " nodes, but it needs at least 1.");
    }
    if (racks < 1 || racks > nodes) {
      throw new IllegalArgumentException(
          "Data centre "
              + name
              + " has "
              + racks
              + " racks for "
              + nodes
              + " nodes; use between 1 and "
              + nodes
              + ".");
    }
  }
}
