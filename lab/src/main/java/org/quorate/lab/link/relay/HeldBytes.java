package org.quorate.lab.link.relay;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayDeque;
import org.quorate.lab.link.relay.SegmentPool.Segment;

/**
 * The bytes of one flow that are under way, first in, first out, in segments of a pool. Empty, it
 * holds no segment. Not thread-safe.
 */
final class HeldBytes {
  private final SegmentPool pool;
  private final ArrayDeque<Segment> segments = new ArrayDeque<>(4);
  private int size;

  HeldBytes(SegmentPool pool) {
    this.pool = pool;
  }

  int size() {
    return size;
  }

  /**
   * Reads once from a channel.
   *
   * @param most bytes to read, at least 1; fewer are read where a segment ends
   * @return bytes read, or -1 at the end
   */
  int readFrom(ReadableByteChannel channel, int most) throws IOException {
    ByteBuffer fill = tail().fill;
    fill.limit(Math.min(fill.capacity(), fill.position() + most));
    try {
      int read = channel.read(fill);
      size += Math.max(read, 0);
      return read;
    } finally {
      fill.limit(fill.capacity());
      releaseIfEmpty();
    }
  }

  /** Copies all of {@code bytes}. */
  void append(ByteBuffer bytes) {
    while (bytes.hasRemaining()) {
      ByteBuffer fill = tail().fill;
      int count = Math.min(fill.remaining(), bytes.remaining());
      fill.put(fill.position(), bytes, bytes.position(), count);
      fill.position(fill.position() + count);
      bytes.position(bytes.position() + count);
      size += count;
    }
  }

  /**
   * Writes from the front until {@code most} bytes are written or the channel takes no more.
   *
   * @return bytes written
   */
  int writeTo(WritableByteChannel channel, int most) throws IOException {
    int written = 0;
    while (written < most) {
      Segment segment = segments.getFirst();
      ByteBuffer drain = segment.drain;
      int wanted = Math.min(most - written, segment.fill.position() - drain.position());
      drain.limit(drain.position() + wanted);
      int count = channel.write(drain);
      written += count;
      size -= count;
      drain.limit(drain.capacity());
      if (!drain.hasRemaining()) {
        pool.giveBack(segments.removeFirst());
      }
      if (count < wanted) {
        break;
      }
    }
    releaseIfEmpty();
    return written;
  }

  void clear() {
    size = 0;
    releaseIfEmpty();
  }

  private Segment tail() {
    Segment last = segments.peekLast();
    if (last == null || !last.fill.hasRemaining()) {
      last = pool.take();
      segments.addLast(last);
    }
    return last;
  }

  private void releaseIfEmpty() {
    if (size == 0) {
      while (!segments.isEmpty()) {
        pool.giveBack(segments.removeLast());
      }
    }
  }
}
