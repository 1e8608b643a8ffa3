package org.quorate.bench.relay;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.link.relay.TimerSlack;

/**
 * Receives messages in a thread of its own and records by how much each came later than its instant
 * plus the delay of its link.
 */
public final class Receiver implements AutoCloseable {
  private static final int BUFFER_BYTES = 128 * Sender.MESSAGE_BYTES;
  private static final long PATIENCE_MILLIS = 5_000;

  private final Selector selector;
  private final Thread thread;
  private final Histogram late = new Histogram(3);
  private volatile long delayNanos;
  private volatile boolean closed;
  private volatile @Nullable Throwable failure;
  private long received;

  /**
   * @param channels all connections to receive from, blocking so far
   */
  public Receiver(List<SocketChannel> channels) throws IOException {
    selector = Selector.open();
    for (SocketChannel channel : channels) {
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ, ByteBuffer.allocateDirect(BUFFER_BYTES));
    }
    thread = new Thread(this::run, "receiver");
    thread.setDaemon(true);
    thread.start();
  }

  /** Forgets what was recorded and expects this delay from now on. */
  public synchronized void expect(long nanoseconds) {
    late.reset();
    received = 0;
    delayNanos = nanoseconds;
  }

  /**
   * Waits until as many messages have come since {@link #expect}.
   *
   * @return by how much each was late, nanoseconds
   * @throws IOException if they do not come
   */
  public synchronized Histogram await(long messages) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
    while (received < messages) {
      if (failure != null || System.nanoTime() > deadline) {
        throw new IOException(
            "Of " + messages + " messages only " + received + " have come.", failure);
      }
      wait(10);
    }
    return late.copy();
  }

  private void run() {
    try {
      TimerSlack.shortenForThisThread();
      while (!closed) {
        selector.select(this::receive);
      }
    } catch (IOException | RuntimeException e) {
      failure = e;
    }
  }

  private void receive(SelectionKey key) {
    ByteBuffer buffer = (ByteBuffer) key.attachment();
    try {
      if (((SocketChannel) key.channel()).read(buffer) < 0) {
        key.cancel();
        return;
      }
    } catch (IOException e) {
      failure = e;
      key.cancel();
      return;
    }
    record(buffer, System.nanoTime());
  }

  private synchronized void record(ByteBuffer buffer, long now) {
    int whole = buffer.position() / Sender.MESSAGE_BYTES;
    for (int i = 0; i < whole; i++) {
      long instant = buffer.getLong(i * Sender.MESSAGE_BYTES);
      late.recordValue(Math.max(0, now - instant - delayNanos));
    }
    received += whole;
    buffer.flip().position(whole * Sender.MESSAGE_BYTES);
    buffer.compact();
  }

  @Override
  public void close() throws IOException {
    closed = true;
    selector.wakeup();
    selector.close();
  }
}
