package org.quorate.lab.link.relay;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * A connection that was accepted for a node and whose first bytes must tell who opened it. For the
 * relay's thread alone.
 */
final class Newcomer implements Ready {
  private final Listener listener;
  private final SocketChannel channel;
  private final Greeting greeting;
  private final ByteBuffer bytes;

  Newcomer(Listener listener, SocketChannel channel, Greeting greeting) {
    this.listener = listener;
    this.channel = channel;
    this.greeting = greeting;
    this.bytes = ByteBuffer.allocate(greeting.longest());
  }

  @Override
  public void ready(SelectionKey key) {
    try {
      if (channel.read(bytes) < 0) {
        listener.drop(channel);
        return;
      }
      int opener = greeting.nodeIn(bytes);
      if (opener == Greeting.UNKNOWN) {
        listener.refuse(channel);
      } else if (opener != Greeting.INCOMPLETE) {
        listener.relay(channel, opener, bytes.flip());
      }
    } catch (IOException e) {
      listener.drop(channel);
    }
  }
}
