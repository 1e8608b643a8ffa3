package org.quorate.lab.link.relay;

import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * A connection that one node opened to another through the relay: the socket on which the relay
 * accepted it, the socket that it opened in turn, and a flow each way. For the relay's thread
 * alone.
 *
 * <p>While either of its links is cut a new connection is not passed on, as no handshake of TCP
 * would pass; if its opener gives up before the heal, the other node never hears of it.
 */
final class RelayedConnection {
  private final RelayLoop loop;
  private final InetAddress origin;
  private final SocketAddress destination;
  private final Side near;
  private final Side far;
  private final Flow forward;
  private final Flow backward;
  private boolean started;
  private boolean closed;

  /** Managed by the loop: whether it looks at this connection for something that is due. */
  boolean watched;

  /**
   * @param opener index of the node, or of all clients, that opened the connection
   * @param acceptor index of the node that it is meant for
   * @param accepted the opener's socket, non-blocking
   * @param outward an unconnected socket, non-blocking
   */
  RelayedConnection(
      RelayLoop loop,
      LinkTable table,
      int opener,
      int acceptor,
      SocketChannel accepted,
      SocketChannel outward)
      throws IOException {
    this.loop = loop;
    this.origin = table.origin(opener);
    this.destination = table.endpoint(acceptor).listen();
    this.near = new Side(this, accepted, loop.selector());
    this.far = new Side(this, outward, loop.selector());
    this.forward = new Flow(table.link(opener, acceptor), loop);
    this.backward = new Flow(table.link(acceptor, opener), loop);
  }

  /**
   * Starts to relay.
   *
   * @param bytes what was read from the opener already
   */
  void start(ByteBuffer bytes, long arrival) {
    loop.add(this);
    forward.take(bytes, arrival);
    connect();
    refresh();
  }

  Flow flowFrom(Side side) {
    return side == near ? forward : backward;
  }

  Flow flowTo(Side side) {
    return side == near ? backward : forward;
  }

  /** A side failed: the other one will learn it when the news has travelled. */
  void lost(Side side) {
    flowFrom(side).senderLost();
    flowTo(side).receiverLost();
    side.close();
  }

  void healed(RelayLink link) {
    if (forward.link() == link) {
      forward.resend();
    }
    if (backward.link() == link) {
      backward.resend();
    }
    connect();
    refresh();
  }

  long heldBytes() {
    return (long) forward.heldBytes() + backward.heldBytes();
  }

  boolean isPending() {
    return !closed && (forward.isPending() || backward.isPending());
  }

  long nextDue() {
    return Math.min(forward.nextDue(far), backward.nextDue(near));
  }

  void deliver(long now) {
    deliver(forward, far, now);
    deliver(backward, near, now);
    refresh();
  }

  /** Makes the selector and the loop wait for what can happen next; closes what is over. */
  void refresh() {
    boolean givenUp = !started && forward.hasEnded();
    if (givenUp || (forward.isDone() && backward.isDone())) {
      close();
      return;
    }
    near.waitFor(forward.wantsToRead(), backward.wantsToWrite());
    far.waitFor(backward.wantsToRead(), forward.wantsToWrite());
    if (isPending()) {
      loop.watch(this);
    }
  }

  void close() {
    if (!closed) {
      closed = true;
      forward.receiverLost();
      backward.receiverLost();
      near.close();
      far.close();
      loop.forget(this);
    }
  }

  private void connect() {
    if (started || closed || forward.link().isCut() || backward.link().isCut()) {
      return;
    }
    started = true;
    try {
      far.connect(origin, destination);
    } catch (IOException e) {
      lost(far);
    }
  }

  private void deliver(Flow flow, Side target, long now) {
    try {
      flow.deliver(target, now);
    } catch (IOException e) {
      lost(target);
    }
  }
}
