package org.quorate.hbase.spill.folder;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
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

  /**
   * Makes a file of the local file system. It is no channel, because a channel is closed when a
   * thread that uses it is interrupted, and an application may interrupt any thread that writes.
   */
  static SegmentFile create(Path path) throws IOException {
    Files.createFile(path);
    RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
    return new SegmentFile() {
      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        file.write(bytes, offset, length);
      }

      @Override
      public void force() throws IOException {
        file.getFD().sync();
      }

      @Override
      public void truncate(long length) throws IOException {
        file.setLength(length);
        file.seek(length);
      }

      @Override
      public void close() throws IOException {
        file.close();
      }
    };
  }
}
