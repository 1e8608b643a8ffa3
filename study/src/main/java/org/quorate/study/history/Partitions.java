package org.quorate.study.history;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;
import org.quorate.core.history.OperationLog;
import org.quorate.core.history.TextTable;

/**
 * Operations split by the hash of their key into temporary files, so that each key is in one file.
 * A record is four longs (version, invocation, completion, tag), the length of the key and the key.
 */
final class Partitions implements Closeable {
  static final int COUNT = 64;

  /** How often a partition can be split again before the bits of the hash are used up. */
  static final int MAX_DEPTH = 10;

  private static final int HASH_BITS = 6;
  private static final int FIXED_BYTES = 4 * Long.BYTES + Integer.BYTES;
  private static final int BUFFER_BYTES = 1 << 15;

  private final SpillSpace space;
  private final int shift;
  private final @Nullable FileChannel[] files = new FileChannel[COUNT];
  private final @Nullable ByteBuffer[] buffers = new ByteBuffer[COUNT];

  Partitions(SpillSpace space, int depth) {
    this.space = space;
    shift = Long.SIZE - HASH_BITS * (depth + 1);
  }

  /** What operations in memory take in the files. */
  static long bytes(OperationLog log, TextTable keys) {
    long keyBytes = 0;
    for (int i = 0; i < log.size(); i++) {
      keyBytes += keys.length((int) log.key(i));
    }
    return keyBytes + (long) log.size() * FIXED_BYTES;
  }

  void add(
      byte[] buffer,
      int keyStart,
      int keyLength,
      long version,
      long invokeNanos,
      long completeNanos,
      long tag)
      throws IOException {
    int partition = (int) (TextTable.hash(buffer, keyStart, keyLength) >>> shift) & (COUNT - 1);
    int bytes = FIXED_BYTES + keyLength;
    ByteBuffer target = buffers[partition];
    if (target == null || target.remaining() < bytes) {
      target = makeRoom(partition, bytes);
    }
    target
        .putLong(version)
        .putLong(invokeNanos)
        .putLong(completeNanos)
        .putLong(tag)
        .putInt(keyLength)
        .put(buffer, keyStart, keyLength);
  }

  private ByteBuffer makeRoom(int partition, int bytes) throws IOException {
    ByteBuffer present = buffers[partition];
    if (present != null) {
      flush(partition, present);
    }
    if (present == null || present.capacity() < bytes) {
      present = ByteBuffer.allocateDirect(Math.max(BUFFER_BYTES, bytes));
      buffers[partition] = present;
    }
    return present;
  }

  private void flush(int partition, ByteBuffer buffer) throws IOException {
    FileChannel file = files[partition];
    if (file == null) {
      file = space.newFile();
      files[partition] = file;
    }
    buffer.flip();
    space.claim(buffer.remaining());
    while (buffer.hasRemaining()) {
      file.write(buffer);
    }
    buffer.clear();
  }

  /** Adds the operations of a partition to a store and deletes the partition's file. */
  void moveTo(OperationStore store, int partition) throws IOException {
    ByteBuffer buffer = buffers[partition];
    if (buffer == null) {
      return;
    }
    flush(partition, buffer);
    FileChannel file = files[partition];
    if (file == null) {
      return;
    }
    long size = file.position();
    file.position(0);
    byte[] key = new byte[64];
    ByteBuffer in = ByteBuffer.allocateDirect(Math.max(buffer.capacity(), 1 << 18)).limit(0);
    while (fill(file, in)) {
      while (in.remaining() >= FIXED_BYTES) {
        int length = in.getInt(in.position() + 4 * Long.BYTES);
        if (in.remaining() < FIXED_BYTES + length) {
          break;
        }
        if (length > key.length) {
          key = new byte[2 * length];
        }
        long version = in.getLong();
        long invokeNanos = in.getLong();
        long completeNanos = in.getLong();
        long tag = in.getLong();
        in.getInt();
        in.get(key, 0, length);
        store.add(key, 0, length, version, invokeNanos, completeNanos, tag);
      }
    }
    file.close();
    files[partition] = null;
    buffers[partition] = null;
    space.release(size);
  }

  /** Reads more; false when everything has been taken. */
  private static boolean fill(FileChannel file, ByteBuffer in) throws IOException {
    in.compact();
    int read = file.read(in);
    in.flip();
    if (read < 0 && in.hasRemaining()) {
      throw new EOFException("A temporary file of the check is shorter than what was written.");
    }
    return read >= 0;
  }

  @Override
  public void close() throws IOException {
    for (int i = 0; i < COUNT; i++) {
      FileChannel file = files[i];
      if (file != null) {
        long size = file.position();
        file.close();
        space.release(size);
        files[i] = null;
      }
    }
  }
}
