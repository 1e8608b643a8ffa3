package org.quorate.lab.link;

import java.util.List;
import org.quorate.core.delay.DelayDistribution;

/**
 * All links of a cluster: one per ordered pair of different nodes, or two between clients and each
 * node; see {@link LinkTraffic}. Closing them ends every connection that goes through them. Where
 * another process carries the links, every method may throw {@link LinksLostException}.
 * Thread-safe.
 */
public interface Links extends AutoCloseable {
  /** The index of all clients together, where links lead to them; nodes count from 1. */
  int CLIENTS = 0;

  /**
   * The link that carries what {@code from} sends to {@code to}.
   *
   * @param from index of the sending node
   * @param to index of the receiving node
   * @throws IllegalArgumentException if there is no such pair
   */
  Link link(int from, int to);

  /** Every link, ordered by sender and then by receiver. Unmodifiable. */
  List<Link> all();

  /** Sets the same delay on every link. */
  default void delay(DelayDistribution distribution) {
    delay((from, to) -> true, distribution);
  }

  /** Sets a delay on every link that {@code which} selects, such as those between data centres. */
  default void delay(LinkSelector which, DelayDistribution distribution) {
    for (Link link : all()) {
      if (which.selects(link.from(), link.to())) {
        link.delay(distribution);
      }
    }
  }

  /** The report of every link, in the order of {@link #all}. */
  default List<LinkReport> reports() {
    return all().stream().map(Link::report).toList();
  }

  /** Starts the reports of all links afresh; see {@link Link#resetReport}. */
  default void resetReports() {
    all().forEach(Link::resetReport);
  }

  @Override
  void close();
}
