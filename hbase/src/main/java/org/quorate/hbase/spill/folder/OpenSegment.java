package org.quorate.hbase.spill.folder;

import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The segment that is written to. What is accepted ends where {@link Segment#bytes()} says; while
 * something that was not accepted may lie behind that, it is unclean. One thread at a time.
 */
final class OpenSegment {
  private static final Logger LOG = LoggerFactory.getLogger(OpenSegment.class);

  private final Segment segment;
  private final SegmentFile file;
  private final boolean forced;
  private boolean unclean;
  private boolean retired;

  /**
   * @param forced whether {@link #force()} does anything
   */
  OpenSegment(Segment segment, SegmentFile file, boolean forced) {
    this.segment = segment;
    this.file = file;
    this.forced = forced;
  }

  Segment segment() {
    return segment;
  }

  /** Bytes of what was accepted. */
  long length() {
    return segment.bytes();
  }

  /** Whether something that was not accepted may lie behind the accepted. */
  boolean isUnclean() {
    return unclean;
  }

  /** Whether it is not to be trusted with more. */
  boolean isRetired() {
    return retired;
  }

  /** Hands bytes to the operating system, which are not accepted yet. */
  void write(byte[] bytes, int offset, int count) throws IOException {
    unclean = true;
    file.write(bytes, offset, count);
  }

  /**
   * Returns when what was written survives what it is to survive. After a failure the system may
   * have forgotten what it has not written, so there is no second try: the segment is retired.
   */
  void force() throws IOException {
    if (forced) {
      retired = true;
      file.force();
      retired = false;
    }
  }

  /** All that was written is accepted. */
  void accept(long bytes) {
    segment.grow(bytes);
    unclean = false;
  }

  /** Cuts off what was not accepted; where that fails it stays unclean. */
  void cutBack() {
    try {
      clean();
    } catch (IOException e) {
      LOG.warn(
          "What of a write that was refused is in {} cannot be cut off ({}); the next write tries"
              + " again.",
          segment.file(),
          e.getMessage());
    }
  }

  /** Cuts off what was not accepted. */
  void clean() throws IOException {
    if (unclean) {
      file.truncate(length());
      unclean = false;
    }
  }

  /** Lets go of the file. */
  void close() {
    try {
      file.close();
    } catch (IOException e) {
      LOG.warn("{} cannot be closed: {}", segment.file(), e.getMessage());
    }
  }
}
