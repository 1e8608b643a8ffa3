package org.quorate.study.history;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.quorate.core.quantity.ByteSizes;

/**
 * The text of a history file, plain or gzip by its first bytes, and how much of the file was read.
 * Compressed data that end too early are an {@link EOFException}, as soon as the text before it has
 * been given.
 */
final class HistoryInput extends InputStream {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int GZIP_MAGIC_1 = 0x1F;
  private static final int GZIP_MAGIC_2 = 0x8B;

  private final Path file;
  private final FileBytes bytes;
  private final InputStream text;
  private final long maxTextBytes;
  private long textBytes;

  private HistoryInput(Path file, FileBytes bytes, InputStream text, long maxTextBytes) {
    this.file = file;
    this.bytes = bytes;
    this.text = text;
    this.maxTextBytes = maxTextBytes;
  }

  static HistoryInput open(Path file, long maxTextBytes) throws IOException {
    FileBytes bytes = new FileBytes(FileChannel.open(file));
    try {
      InputStream raw = new BufferedInputStream(bytes, BUFFER_BYTES);
      return new HistoryInput(file, bytes, isGzip(raw) ? unzip(raw) : raw, maxTextBytes);
    } catch (ZipException e) {
      bytes.close();
      throw damaged(file, e, 0);
    } catch (IOException | RuntimeException e) {
      bytes.close();
      throw e;
    }
  }

  private static UnusableHistoryException damaged(Path file, ZipException e, long textBytes) {
    return new UnusableHistoryException(
        file
            + ": the gzip data are damaged ("
            + e.getMessage()
            + ") after "
            + ByteSizes.format(textBytes)
            + " of text; copy or record the file again.",
        e);
  }

  private static boolean isGzip(InputStream raw) throws IOException {
    raw.mark(2);
    boolean gzip = raw.read() == GZIP_MAGIC_1 && raw.read() == GZIP_MAGIC_2;
    raw.reset();
    return gzip;
  }

  private static InputStream unzip(InputStream raw) throws IOException {
    try {
      return new GZIPInputStream(raw, BUFFER_BYTES);
    } catch (EOFException e) {
      return new CutOff(raw);
    }
  }

  /** How much of the file has been read, in bytes of the file. */
  long fileBytesRead() {
    return bytes.read;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int read;
    try {
      read = text.read(target, offset, length);
    } catch (ZipException e) {
      throw damaged(file, e, textBytes);
    }
    textBytes += Math.max(0, read);
    if (textBytes > maxTextBytes) {
      throw new UnusableHistoryException(
          file
              + " holds more than "
              + ByteSizes.format(maxTextBytes)
              + " of text; if that is right, raise the limit on the text.");
    }
    return read;
  }

  @Override
  public void close() throws IOException {
    text.close();
    bytes.close();
  }

  /**
   * The bytes of a file, or of a pipe, which has neither size nor position. There is always said to
   * be one more: gzip data may go on after a member, and only reading tells.
   */
  private static final class FileBytes extends FilterInputStream {
    private long read;

    FileBytes(FileChannel channel) {
      super(Channels.newInputStream(channel));
    }

    @Override
    public int read() throws IOException {
      int value = in.read();
      read += value < 0 ? 0 : 1;
      return value;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int count = in.read(target, offset, length);
      read += Math.max(0, count);
      return count;
    }

    @Override
    public int available() {
      return 1;
    }
  }

  /** A gzip file that ends within its header. */
  private static final class CutOff extends FilterInputStream {
    CutOff(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      throw new EOFException("The gzip header is not complete.");
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      return read();
    }
  }
}
