package org.quorate.hbase.spill;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** A file that records are appended to. Used by one thread at a time. */
interface SegmentFile extends Closeable {
  /** Hands bytes to the operating system; when it throws, any part of them may be written. */
  void write(byte[] bytes, int offset, int length) throws IOException;

  /** Returns when all that was written is on the disk. */
  void force() throws IOException;

  /** Cuts everything behind this length off; the next bytes are written there. */
  void truncate(long length) throws IOException;

  /** Makes such files. */
  interface Maker {
    /** Makes a file that does not exist yet. */
    SegmentFile create(Path file) throws IOException;
  }
}
