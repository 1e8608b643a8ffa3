package org.quorate.load.history;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import java.util.zip.DeflaterOutputStream;
import org.jspecify.annotations.Nullable;
import org.quorate.core.history.OperationEncoder;

/** The background thread of a recorder, its file, and the pool of chunks it shares with lanes. */
final class HistoryWriter {
  private static final Chunk END = new Chunk();
  private static final int SPARE_CHUNKS = 256;
  private static final int BUFFER_BYTES = 1 << 16;
  private static final long POLL_MILLIS = 50;

  private final Path file;
  private final Path partial;
  private final FileChannel channel;
  private final OutputStream output;
  private final int maxChunks;
  private final LongSupplier nanoTime;
  private final ArrayBlockingQueue<Chunk> free;
  private final ArrayBlockingQueue<Chunk> full;
  private final AtomicInteger chunks = new AtomicInteger();
  private final AtomicLong operations = new AtomicLong();
  private final AtomicLong blockedNanos = new AtomicLong();
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final Thread thread;
  private int buffered;
  private volatile @Nullable IOException failure;
  private volatile boolean stopped;
  private boolean closed;

  private HistoryWriter(
      Path file,
      Path partial,
      FileChannel channel,
      OutputStream output,
      int max,
      LongSupplier nanoTime) {
    this.file = file;
    this.partial = partial;
    this.channel = channel;
    this.output = output;
    maxChunks = max;
    this.nanoTime = nanoTime;
    free = new ArrayBlockingQueue<>(max);
    full = new ArrayBlockingQueue<>(max + 1);
    thread = new Thread(this::writeChunks, "history-writer");
    thread.setDaemon(true);
  }

  /**
   * Creates the temporary file with its header and starts the thread.
   *
   * @param disk what stands between the writer and the file: nothing, except in tests
   */
  static HistoryWriter open(
      Path file, int lanes, LongSupplier nanoTime, UnaryOperator<OutputStream> disk)
      throws IOException {
    Path partial = file.resolveSibling(file.getFileName() + ".partial");
    FileChannel channel =
        FileChannel.open(
            partial,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
    try {
      OutputStream output = disk.apply(Channels.newOutputStream(channel));
      if (file.toString().endsWith(".gz")) {
        output = new FastGzipOutputStream(output);
      }
      output.write(OperationEncoder.header());
      HistoryWriter writer =
          new HistoryWriter(file, partial, channel, output, 2 * lanes + SPARE_CHUNKS, nanoTime);
      writer.thread.start();
      return writer;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  long operations() {
    return operations.get();
  }

  long blockedNanos() {
    return blockedNanos.get();
  }

  /** Throws what stopped the writer, if anything did. */
  void check() {
    if (stopped) {
      IOException cause = failure;
      if (cause != null) {
        throw new UncheckedIOException(cause);
      }
      throw new IllegalStateException("The history " + file + " is closed already.");
    }
  }

  /** An empty chunk; waits while all of them are on their way to the file. */
  Chunk take() {
    Chunk chunk = free.poll();
    if (chunk != null) {
      return chunk;
    }
    if (chunks.incrementAndGet() <= maxChunks) {
      return new Chunk();
    }
    chunks.decrementAndGet();
    long start = nanoTime.getAsLong();
    try {
      while (chunk == null) {
        check();
        chunk = free.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
      }
      return chunk;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted =
          new InterruptedIOException("Interrupted while waiting for the history " + file + ".");
      interrupted.initCause(e);
      throw new UncheckedIOException(interrupted);
    } finally {
      blockedNanos.addAndGet(nanoTime.getAsLong() - start);
    }
  }

  /** Hands a chunk over; never waits, since the queue has room for every chunk there is. */
  void put(Chunk chunk) {
    operations.addAndGet(chunk.size());
    full.add(chunk);
  }

  /** Waits until everything is on disk under the final name. */
  void close() throws IOException {
    if (!closed) {
      closed = true;
      full.add(END);
      joinUninterruptibly();
      IOException cause = failure;
      if (cause != null) {
        throw cause;
      }
    }
  }

  private void joinUninterruptibly() {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void writeChunks() {
    try (channel) {
      for (Chunk chunk = full.take(); chunk != END; chunk = full.take()) {
        write(chunk);
        chunk.clear();
        free.add(chunk);
      }
      finish();
    } catch (InterruptedException e) {
      fail(new InterruptedIOException("interrupted"));
    } catch (IOException | RuntimeException | Error e) {
      fail(e);
    } finally {
      stopped = true;
    }
  }

  private void finish() throws IOException {
    flush();
    if (output instanceof DeflaterOutputStream compressing) {
      compressing.finish();
    }
    output.flush();
    channel.force(true);
    output.close();
    Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private void fail(Throwable cause) {
    failure =
        new IOException(
            "The history "
                + file
                + " cannot be written ("
                + cause.getMessage()
                + "); what was recorded before is in "
                + partial
                + ", so make room and run again.",
            cause);
  }

  private void write(Chunk chunk) throws IOException {
    int size = chunk.size();
    for (int i = 0; i < size; i++) {
      if (buffered > BUFFER_BYTES - OperationEncoder.MAX_LINE_BYTES) {
        flush();
      }
      buffered =
          OperationEncoder.encode(
              buffer,
              buffered,
              chunk.key(i),
              chunk.version(i),
              chunk.invokeNanos(i),
              chunk.completeNanos(i),
              chunk.tag(i));
    }
  }

  private void flush() throws IOException {
    output.write(buffer, 0, buffered);
    buffered = 0;
  }
}
