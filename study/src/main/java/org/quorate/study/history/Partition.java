package org.quorate.study.history;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The operations of some keys: the latest in chunks of memory, earlier ones in a temporary file
 * where memory did not suffice. A record is four longs (version, invocation, completion, tag), the
 * length of the key and the key.
 */
final class Partition implements Closeable {
  private static final int FIXED_BYTES = 4 * Long.BYTES + Integer.BYTES;
  private static final int READ_BYTES = 1 << 18;
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final SpillSpace space;
  private final ArrayDeque<ByteBuffer> full = new ArrayDeque<>();
  private ByteBuffer current = NOTHING;
  private @Nullable FileChannel file;
  private long fileBytes;
  private long memoryBytes;
  private long operations;
  private long keyBytes;
  private long firstHash;
  private boolean mixed;

  Partition(SpillSpace space) {
    this.space = space;
  }

  /** Receives the operations of a partition. */
  interface Receiver {
    void add(
        byte[] buffer,
        int keyStart,
        int keyLength,
        long version,
        long invokeNanos,
        long completeNanos,
        long tag)
        throws IOException;
  }

  /** How many bytes the record of an operation takes. */
  static int recordBytes(int keyLength) {
    return FIXED_BYTES + keyLength;
  }

  /** An empty chunk of memory. */
  static ByteBuffer newChunk(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
  }

  /** Whether the current chunk has room for a record. */
  boolean hasRoom(int bytes) {
    return current.remaining() >= bytes;
  }

  /** Makes an empty chunk the current one. */
  void addChunk(ByteBuffer chunk) {
    if (current.capacity() > 0) {
      full.add(current);
    }
    current = chunk;
    memoryBytes += chunk.capacity();
  }

  /** Adds an operation, for which there is room. */
  void add(
      long hash,
      byte[] buffer,
      int keyStart,
      int keyLength,
      long version,
      long invokeNanos,
      long completeNanos,
      long tag) {
    current
        .putLong(version)
        .putLong(invokeNanos)
        .putLong(completeNanos)
        .putLong(tag)
        .putInt(keyLength)
        .put(buffer, keyStart, keyLength);
    if (operations == 0) {
      firstHash = hash;
    }
    mixed |= hash != firstHash;
    operations++;
    keyBytes += keyLength;
  }

  long operations() {
    return operations;
  }

  /** An upper bound for what the distinct keys take. */
  long keyBytes() {
    return mixed ? keyBytes : 0;
  }

  /** What the chunks take in memory. */
  long memoryBytes() {
    return memoryBytes;
  }

  /** Whether there are keys of different hashes. */
  boolean mixed() {
    return mixed;
  }

  /** What is in memory and would have to be written. */
  long unwrittenBytes() {
    long bytes = current.position();
    for (ByteBuffer chunk : full) {
      bytes += chunk.position();
    }
    return bytes;
  }

  /** Moves everything to the temporary file and frees the memory. */
  void spill() throws IOException {
    addChunk(NOTHING);
    for (ByteBuffer chunk = full.poll(); chunk != null; chunk = full.poll()) {
      chunk.flip();
      FileChannel target = file;
      if (target == null) {
        target = space.newFile();
        file = target;
      }
      space.claim(chunk.remaining());
      fileBytes += chunk.remaining();
      while (chunk.hasRemaining()) {
        target.write(chunk);
      }
    }
    current = NOTHING;
    memoryBytes = 0;
  }

  /** Gives all operations to a receiver, freeing memory and disk on the way. */
  void moveTo(Receiver receiver) throws IOException {
    KeyBytes key = new KeyBytes();
    FileChannel source = file;
    if (source != null) {
      source.position(0);
      ByteBuffer in = newChunk(READ_BYTES).limit(0);
      while (fill(source, in)) {
        giveRecords(in, key, receiver);
      }
      close();
    }
    addChunk(NOTHING);
    for (ByteBuffer chunk = full.poll(); chunk != null; chunk = full.poll()) {
      giveRecords(chunk.flip(), key, receiver);
    }
    current = NOTHING;
    memoryBytes = 0;
  }

  private static void giveRecords(ByteBuffer in, KeyBytes key, Receiver receiver)
      throws IOException {
    while (in.remaining() >= FIXED_BYTES) {
      int length = in.getInt(in.position() + 4 * Long.BYTES);
      if (in.remaining() < FIXED_BYTES + length) {
        return;
      }
      long version = in.getLong();
      long invokeNanos = in.getLong();
      long completeNanos = in.getLong();
      long tag = in.getLong();
      in.getInt();
      byte[] bytes = key.withRoomFor(length);
      in.get(bytes, 0, length);
      receiver.add(bytes, 0, length, version, invokeNanos, completeNanos, tag);
    }
  }

  /** Reads more; false when everything has been taken. */
  private static boolean fill(FileChannel source, ByteBuffer in) throws IOException {
    in.compact();
    int read = source.read(in);
    in.flip();
    if (read < 0 && in.hasRemaining()) {
      throw new EOFException("A temporary file of the check is shorter than what was written.");
    }
    return read >= 0;
  }

  @Override
  public void close() throws IOException {
    FileChannel open = file;
    if (open != null) {
      file = null;
      open.close();
      space.release(fileBytes);
      fileBytes = 0;
    }
  }

  /** A buffer for keys that grows to the longest. */
  private static final class KeyBytes {
    private byte[] bytes = new byte[64];

    byte[] withRoomFor(int length) {
      if (length > bytes.length) {
        bytes = new byte[2 * length];
      }
      return bytes;
    }
  }
}
