package org.quorate.lab.link.relay;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * Direct buffers of one size, lent and given back. Keeps at most {@link #MOST_KEPT} for later; more
 * are left to the garbage collector. Not thread-safe.
 */
final class SegmentPool {
  static final int SEGMENT_BYTES = 64 * 1024;
  static final int MOST_KEPT = 512;

  /** Two views of the same bytes, so that filling and draining need not flip. */
  static final class Segment {
    /** Its position is where the next byte goes. */
    final ByteBuffer fill = ByteBuffer.allocateDirect(SEGMENT_BYTES);

    /** Its position is where the next byte is taken. */
    final ByteBuffer drain = fill.duplicate();
  }

  private final ArrayDeque<Segment> kept = new ArrayDeque<>();

  Segment take() {
    Segment segment = kept.pollLast();
    return segment == null ? new Segment() : segment;
  }

  void giveBack(Segment segment) {
    if (kept.size() < MOST_KEPT) {
      segment.fill.clear();
      segment.drain.clear();
      kept.addLast(segment);
    }
  }
}
