package org.quorate.bench.relay;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends messages at instants that were fixed before, over its connections in turn; where it is
 * late, it sends what it owes at once. A message starts with the instant at which it should have
 * been sent.
 */
public final class Sender {
  /** Bytes of a message. */
  public static final int MESSAGE_BYTES = 512;

  private static final double NANOSECONDS_PER_SECOND = 1e9;
  private static final long SEED = 7;

  private final List<SocketChannel> channels;
  private final ByteBuffer message = ByteBuffer.allocateDirect(MESSAGE_BYTES);

  public Sender(List<SocketChannel> channels) {
    this.channels = channels;
  }

  /**
   * Sends for a while, in the calling thread.
   *
   * @param rate messages per second, all connections together
   * @param poisson whether gaps are exponential, or all alike
   * @return messages sent
   */
  public long send(double rate, boolean poisson, double seconds) throws IOException {
    SplittableRandom random = new SplittableRandom(SEED);
    double gap = NANOSECONDS_PER_SECOND / rate;
    long start = System.nanoTime();
    double offset = 0;
    long sent = 0;
    while (offset < seconds * NANOSECONDS_PER_SECOND) {
      long instant = start + (long) offset;
      for (long rest = instant - System.nanoTime(); rest > 0; rest = instant - System.nanoTime()) {
        LockSupport.parkNanos(rest);
      }
      message.clear().putLong(0, instant);
      SocketChannel channel = channels.get((int) (sent % channels.size()));
      while (message.hasRemaining()) {
        channel.write(message);
      }
      sent++;
      offset += poisson ? gap * random.nextExponential() : gap;
    }
    return sent;
  }
}
