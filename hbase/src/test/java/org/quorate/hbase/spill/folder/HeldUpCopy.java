package org.quorate.hbase.spill.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Holds up a write of one record, which is there already and so is a copy. */
final class HeldUpCopy implements SegmentFile.Maker {
  private final long sequence;
  private final CountDownLatch copying = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private volatile boolean holdsUp;

  HeldUpCopy(long sequence) {
    this.sequence = sequence;
  }

  void holdUp() {
    holdsUp = true;
  }

  void awaitCopy() throws InterruptedException {
    assertThat(copying.await(60, TimeUnit.SECONDS)).isTrue();
  }

  void goOn() {
    goOn.countDown();
  }

  @Override
  public SegmentFile create(Path path) throws IOException {
    SegmentFile file = SegmentFile.create(path);
    return new SegmentFile() {
      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        file.write(bytes, offset, length);
        if (holdsUp && Frames.sequence(bytes, offset) == sequence) {
          copying.countDown();
          try {
            // A test that fails does not go on: its spill must be closed all the same.
            boolean unused = goOn.await(60, TimeUnit.SECONDS);
          } catch (InterruptedException e) {
            throw new InterruptedIOException();
          }
        }
      }

      @Override
      public void force() throws IOException {
        file.force();
      }

      @Override
      public void truncate(long length) throws IOException {
        file.truncate(length);
      }

      @Override
      public void close() throws IOException {
        file.close();
      }
    };
  }
}
