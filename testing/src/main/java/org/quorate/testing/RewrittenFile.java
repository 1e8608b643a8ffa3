package org.quorate.testing;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A small file whose content is replaced hundreds of times. It is overwritten where it lies:
 * emptying it first, as {@link java.nio.file.Files#write} does, makes some file systems write it to
 * the disk each time that it is closed, which takes a millisecond instead of some microseconds. A
 * reader at the same time may see old and new bytes together. Stateless.
 */
public final class RewrittenFile {
  private RewrittenFile() {}

  /**
   * Makes a file consist of some bytes, whatever it was before, and makes it where there is none.
   */
  public static void write(Path file, byte[] bytes) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      ByteBuffer left = ByteBuffer.wrap(bytes);
      while (left.hasRemaining()) {
        channel.write(left);
      }
      if (channel.size() > bytes.length) {
        channel.truncate(bytes.length);
      }
    }
  }
}
