package org.quorate.lab.link.relay;

import java.io.IOException;
import java.nio.channels.Selector;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.quorate.lab.link.Link;
import org.quorate.lab.link.LinkTraffic;
import org.quorate.lab.link.Links;

/**
 * Links between nodes, or between clients and nodes, that talk through a relay: it accepts at the
 * address that each node advertises, finds out who has connected, connects to the address on which
 * the node listens, and holds what passes for the delay of its link. Thread-safe.
 *
 * <ul>
 *   <li><b>Order</b> is kept per connection. A piece of bytes is delivered at the instant it
 *       arrived, plus its time on the wire where the link is capped, plus the delay drawn for it,
 *       but not before the piece in front of it. So under random delays the mean delay achieved is
 *       above the one configured, the more so the denser the traffic.
 *   <li><b>Opening</b> a connection is not delayed, because the operating system accepts it before
 *       the relay knows; the first bytes on it are. Where a node does not listen, its peer sees a
 *       connection that is accepted and, one delay later, reset.
 *   <li><b>Cut</b> links are black holes: no byte, end of stream or reset passes, and new
 *       connections are accepted and left alone. Up to {@value RelayLink#MOST_HELD_WHEN_CUT} bytes
 *       of each flow are taken in meanwhile, then the sender's own buffers fill. One thing differs
 *       from a real partition: the sender's operating system sees its bytes acknowledged, so its
 *       time limit for unacknowledged bytes does not fire.
 *   <li><b>Back-pressure</b>: of a flow whose receiver does not read, at most {@value
 *       RelayLink#MOST_HELD} bytes are held; then the relay stops reading, and the sender feels it.
 *       A link carries at most this much per connection in the time of one delay.
 *   <li><b>Lateness</b>: the relay's thread has ordinary priority unless {@link #takePrecedence}
 *       was granted. While other programs keep all processors busy it is late by milliseconds,
 *       which the reports show as far as it happens inside the relay. A relay in a process of its
 *       own is not stopped by the garbage collection of others.
 *   <li><b>Ends</b>: the end of a stream leaves the opposite flow open; a reset becomes a reset at
 *       the other end. Both travel behind the bytes before them.
 * </ul>
 */
public final class Relay implements Links {
  private static final long MILLISECONDS_TO_END = 10_000;

  private final LinkTable table;
  private final RelayLoop loop;
  private final Thread thread;

  private Relay(LinkTable table, RelayLoop loop) {
    this.table = table;
    this.loop = loop;
    this.thread = new Thread(loop, "quorate-relay");
    thread.setDaemon(true);
  }

  /**
   * Starts to accept at the advertised address of every node, for other nodes of Cassandra. Links
   * start without delay or cap. No node needs to listen yet.
   *
   * @param endpoints the nodes
   * @param seed of the random delays
   * @throws IOException if an advertised address cannot be bound; then none is
   * @throws IllegalArgumentException if two nodes share an index or an address
   */
  public static Relay open(List<RelayEndpoint> endpoints, long seed) throws IOException {
    return open(endpoints, LinkTraffic.BETWEEN_CASSANDRA_NODES, seed);
  }

  /**
   * Starts to accept at the advertised address of every node, with the links of this kind of
   * traffic; otherwise the same.
   */
  public static Relay open(List<RelayEndpoint> endpoints, LinkTraffic traffic, long seed)
      throws IOException {
    Selector selector = Selector.open();
    RelayLoop loop = new RelayLoop(selector);
    Relay relay;
    try {
      LinkTable table = new LinkTable(endpoints, traffic, seed, loop);
      Greeting greeting = Greeting.of(traffic, endpoints);
      for (RelayEndpoint endpoint : endpoints) {
        new Listener(loop, table, greeting, endpoint).open();
      }
      relay = new Relay(table, loop);
    } catch (IOException | RuntimeException e) {
      loop.stop();
      throw e;
    }
    relay.thread.start();
    return relay;
  }

  /**
   * Asks for real-time priority, so that messages do not wait until busy programs have used up
   * their time slices.
   *
   * @return whether the operating system granted it; where not, nothing has changed
   */
  public boolean takePrecedence() {
    AtomicBoolean granted = new AtomicBoolean();
    loop.perform(() -> granted.set(RealTimePriority.takeForThisThread()));
    return granted.get();
  }

  @Override
  public Link link(int from, int to) {
    if (from == to) {
      throw new IllegalArgumentException("Node " + from + " has no link to itself.");
    }
    return table.link(from, to);
  }

  @Override
  public List<Link> all() {
    return List.copyOf(table.listed());
  }

  /** Bytes under way on all links. */
  long heldBytes() {
    return loop.heldBytes();
  }

  /** Connections that are relayed now. */
  int connections() {
    return loop.connections();
  }

  /**
   * Closes every connection and stops to accept. Returns when the addresses are free again; closing
   * twice changes nothing.
   */
  @Override
  public void close() {
    loop.close();
    try {
      thread.join(MILLISECONDS_TO_END);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
