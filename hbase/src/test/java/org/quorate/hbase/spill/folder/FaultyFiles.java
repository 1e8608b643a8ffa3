package org.quorate.hbase.spill.folder;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A disk that has so many bytes left, writes what still fits and then says that it is full, and
 * refuses to force or to truncate on request.
 */
final class FaultyFiles implements SegmentFile.Maker {
  private long room = Long.MAX_VALUE;
  private boolean forceFails;
  private boolean truncateFails;
  private final AtomicInteger forces = new AtomicInteger();

  @Override
  public SegmentFile create(Path path) throws IOException {
    SegmentFile file = SegmentFile.create(path);
    return new SegmentFile() {
      private long written;

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        int fits = (int) Math.min(length, room);
        file.write(bytes, offset, fits);
        room -= fits;
        written += fits;
        if (fits < length) {
          throw new IOException("No space left on device");
        }
      }

      @Override
      public void force() throws IOException {
        forces.incrementAndGet();
        if (forceFails) {
          throw new IOException("Input/output error");
        }
        file.force();
      }

      @Override
      public void truncate(long length) throws IOException {
        if (truncateFails) {
          throw new IOException("Input/output error");
        }
        file.truncate(length);
        long freed = written - length;
        room = room > Long.MAX_VALUE - freed ? Long.MAX_VALUE : room + freed;
        written = length;
      }

      @Override
      public void close() throws IOException {
        file.close();
      }
    };
  }

  /** Room for so many bytes more. */
  void room(long bytes) {
    room = bytes;
  }

  void forceFails(boolean fails) {
    forceFails = fails;
  }

  void truncateFails(boolean fails) {
    truncateFails = fails;
  }

  int forces() {
    return forces.get();
  }
}
