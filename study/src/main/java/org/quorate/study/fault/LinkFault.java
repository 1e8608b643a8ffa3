package org.quorate.study.fault;

/**
 * Something done to links between servers.
 *
 * @param deed what is done
 * @param delay one-way delay of {@link Deed#SLOW} as text, such as {@code 100ms}, instead of the
 *     run's own; empty for the others
 */
public record LinkFault(Deed deed, LinkSet links, String delay) implements Fault {
  /** What can be done to links. */
  public enum Deed {
    /** Nothing arrives any more, and nobody is told. */
    CUT,
    /** Everything takes longer. */
    SLOW,
    /** Neither cut nor slower than the run's links are. */
    HEAL
  }

  /** To cut all links of a server is to isolate it. */
  @Override
  public String kind() {
    return switch (deed) {
      case CUT -> links.ofOneServer() ? "isolate" : "cut";
      case SLOW -> "slow";
      case HEAL -> "heal";
    };
  }

  @Override
  public String target() {
    return delay.isEmpty() ? links.text() : links.text() + " " + delay;
  }
}
