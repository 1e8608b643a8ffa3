package org.quorate.lab.link;

/** Selects links by the nodes that they join. */
@FunctionalInterface
public interface LinkSelector {
  /** Whether the link from node {@code from} to node {@code to} is meant. */
  boolean selects(int from, int to);
}
