package org.quorate.load.history;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/**
 * A gzip stream that spends little processor time: level 1 makes a history three times smaller for
 * 0.5 microseconds per operation; Huffman coding alone saves a fifth of that time and gives up a
 * third of the space.
 */
final class FastGzipOutputStream extends GZIPOutputStream {
  private static final int BUFFER_BYTES = 1 << 16;

  FastGzipOutputStream(OutputStream out) throws IOException {
    super(out, BUFFER_BYTES);
    def.setLevel(Deflater.BEST_SPEED);
  }
}
