package org.quorate.bench.relay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;

/**
 * Sends messages at instants that were fixed before, over its connections in turn, and receives
 * them, all in one thread that never sleeps: two threads would wait for one another on their core,
 * and a core that sleeps wakes late, above all where it is a virtual one. Where it is late in
 * sending, it sends what it owes at once. A message starts with the instant at which it should have
 * been sent.
 */
public final class MessageStream implements AutoCloseable {
  /** Bytes of a message. */
  public static final int MESSAGE_BYTES = 512;

  private static final int BUFFER_BYTES = 128 * MESSAGE_BYTES;
  private static final double NANOSECONDS_PER_SECOND = 1e9;
  private static final long PATIENCE_NANOS = 5_000_000_000L;
  private static final long SEED = 7;

  private final List<SocketChannel> senders;
  private final ByteBuffer message = ByteBuffer.allocateDirect(MESSAGE_BYTES);
  private final Selector selector = Selector.open();
  private final Histogram late = new Histogram(3);
  private long delayNanos;
  private long received;

  /**
   * @param connections all of them blocking so far
   */
  public MessageStream(Nodes.Connections connections) throws IOException {
    this.senders = connections.senders();
    for (SocketChannel receiver : connections.receivers()) {
      receiver.configureBlocking(false);
      receiver.register(selector, SelectionKey.OP_READ, ByteBuffer.allocateDirect(BUFFER_BYTES));
    }
  }

  /**
   * Sends for a while and waits until everything has come.
   *
   * @param rate messages per second, all connections together
   * @param poisson whether gaps are exponential, or all alike
   * @param expectedNanos the delay of the links
   * @return by how much each message came later than its instant plus that delay, nanoseconds
   * @throws IOException if messages do not come
   */
  public Histogram exchange(double rate, boolean poisson, double seconds, long expectedNanos)
      throws IOException {
    late.reset();
    received = 0;
    delayNanos = expectedNanos;
    SplittableRandom random = new SplittableRandom(SEED);
    double gap = NANOSECONDS_PER_SECOND / rate;
    long start = System.nanoTime();
    double offset = 0;
    long sent = 0;
    while (offset < seconds * NANOSECONDS_PER_SECOND) {
      long instant = start + (long) offset;
      while (System.nanoTime() < instant) {
        selector.selectNow(this::receive);
      }
      send(senders.get((int) (sent % senders.size())), instant);
      sent++;
      offset += poisson ? gap * random.nextExponential() : gap;
    }
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (received < sent) {
      selector.selectNow(this::receive);
      if (System.nanoTime() > deadline) {
        throw new IOException("Of " + sent + " messages only " + received + " have come.");
      }
    }
    return late.copy();
  }

  private void send(SocketChannel channel, long instant) throws IOException {
    message.clear().putLong(0, instant);
    while (message.hasRemaining()) {
      channel.write(message);
    }
  }

  private void receive(SelectionKey key) {
    ByteBuffer buffer = (ByteBuffer) key.attachment();
    try {
      if (((SocketChannel) key.channel()).read(buffer) < 0) {
        throw new IOException("A connection was closed.");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    long now = System.nanoTime();
    int whole = buffer.position() / MESSAGE_BYTES;
    for (int i = 0; i < whole; i++) {
      long instant = buffer.getLong(i * MESSAGE_BYTES);
      late.recordValue(Math.max(0, now - instant - delayNanos));
    }
    received += whole;
    buffer.flip().position(whole * MESSAGE_BYTES);
    buffer.compact();
  }

  @Override
  public void close() throws IOException {
    selector.close();
  }
}
