package org.quorate.hbase.spill;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file of the local file system. It is no channel, because a channel is closed when a thread that
 * uses it is interrupted, and an application may interrupt any thread that writes.
 */
final class LocalSegmentFile implements SegmentFile {
  private final RandomAccessFile file;

  private LocalSegmentFile(RandomAccessFile file) {
    this.file = file;
  }

  static LocalSegmentFile create(Path path) throws IOException {
    Files.createFile(path);
    return new LocalSegmentFile(new RandomAccessFile(path.toFile(), "rw"));
  }

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
}
