package org.quorate.study.fault;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Some of the links between servers. As text: {@code node1 -> node3}, one way; {@code node1 <->
 * node3}, both ways; {@code node3}, all links from and to it.
 *
 * @param first a server's number, from 1
 * @param second another's, or {@link #ALL_OTHERS}
 * @param bothWays whether the way back is meant too; always with all others
 */
public record LinkSet(int first, int second, boolean bothWays) {
  /** In the place of the second server: every other one. */
  public static final int ALL_OTHERS = 0;

  private static final Pattern TEXT =
      Pattern.compile("node([1-9]\\d{0,3})(?:\\s*(->|<->)\\s*node([1-9]\\d{0,3}))?");

  public LinkSet {
    if (first == second) {
      throw new IllegalArgumentException(
          "a link leads from one server to another, not to " + NodeFault.name(first) + " itself.");
    }
  }

  /** All links from and to a server. */
  public static LinkSet of(int node) {
    return new LinkSet(node, ALL_OTHERS, true);
  }

  /**
   * Reads the textual form.
   *
   * @throws IllegalArgumentException if the text is none
   */
  public static LinkSet parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "\""
              + text
              + "\" names no links; write node1 -> node3 for one way, node1 <-> node3 for both, or"
              + " node3 for all links of a server.");
    }
    return of(parts);
  }

  /**
   * The links that a text begins with, whatever follows, as in {@code node3 100ms}; nothing where
   * it begins with none.
   */
  public static Optional<LinkSet> atStart(String text) {
    Matcher parts = TEXT.matcher(text);
    return parts.lookingAt() ? Optional.of(of(parts)) : Optional.empty();
  }

  private static LinkSet of(Matcher parts) {
    int first = Integer.parseInt(parts.group(1));
    return parts.group(2) == null
        ? of(first)
        : new LinkSet(first, Integer.parseInt(parts.group(3)), parts.group(2).equals("<->"));
  }

  /** Whether the link from one server to another is among them. */
  public boolean has(int from, int to) {
    return reaches(from, to) || (bothWays && reaches(to, from));
  }

  /** Whether all of some links are among these, in a cluster of three servers or more. */
  public boolean hasAll(LinkSet others) {
    return others.ofOneServer()
        ? ofOneServer() && first == others.first
        : has(others.first, others.second)
            && (!others.bothWays || has(others.second, others.first));
  }

  private boolean reaches(int from, int to) {
    return from == first && (second == ALL_OTHERS || to == second);
  }

  /** Whether these are all links of one server. */
  public boolean ofOneServer() {
    return second == ALL_OTHERS;
  }

  /** The largest number of a server that is named. */
  public int largestNode() {
    return Math.max(first, second);
  }

  /** What {@link #parse} reads. */
  public String text() {
    return ofOneServer()
        ? NodeFault.name(first)
        : NodeFault.name(first) + (bothWays ? " <-> " : " -> ") + NodeFault.name(second);
  }
}
