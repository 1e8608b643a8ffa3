package org.quorate.lab.link.relay;

import java.io.IOException;
import java.util.List;
import org.quorate.lab.link.Link;
import org.quorate.lab.link.Links;

/** Links between nodes that talk through a relay. Thread-safe. It does not accept anything yet. */
public final class Relay implements Links {
  private final List<Link> links;

  private Relay(List<Link> links) {
    this.links = links;
  }

  /**
   * Starts to accept at the advertised address of every node. Links start without delay or cap.
   *
   * @param endpoints the nodes, each with an index of its own
   * @param seed of the random delays
   * @throws IOException if an advertised address cannot be bound
   */
  public static Relay open(List<RelayEndpoint> endpoints, long seed) throws IOException {
    if (endpoints.isEmpty()) {
      throw new IOException("There is no node to relay for, with seed " + seed + ".");
    }
    return new Relay(List.of());
  }

  @Override
  public Link link(int from, int to) {
    return links.stream()
        .filter(link -> link.from() == from && link.to() == to)
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("There is no link from " + from + " to " + to));
  }

  @Override
  public List<Link> all() {
    return links;
  }

  @Override
  public void close() {}
}
