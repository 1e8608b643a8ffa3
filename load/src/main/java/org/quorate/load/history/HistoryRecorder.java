package org.quorate.load.history;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * Streams the operations of one run to a CSV file in the history format, gzip if its name ends in
 * {@code .gz}, plain otherwise.
 *
 * <p>Each load lane fills chunks of primitives from a bounded, recycled pool; one background thread
 * formats and compresses them. Where that thread falls behind, lanes wait ({@link #blockedNanos()})
 * and nothing is dropped. The file is written under a temporary name in the same folder, with
 * {@code .partial} at its end, and takes its final name at {@link #close()}. If the disk fills,
 * what was written before stays readable under the temporary name, and the error reaches the caller
 * at the next operation of a lane and at {@link #close()}.
 *
 * <p>Thread-safe, except that each lane is used by one thread at a time, and that lanes must have
 * stopped before {@link #close()}.
 */
public final class HistoryRecorder implements AutoCloseable {
  private final HistoryWriter writer;
  private final RecordingLane[] lanes;

  private HistoryRecorder(HistoryWriter writer, int lanes) {
    this.writer = writer;
    this.lanes = new RecordingLane[lanes];
    for (int i = 0; i < lanes; i++) {
      this.lanes[i] = new RecordingLane(writer);
    }
  }

  /**
   * Starts a recording.
   *
   * @param file the final name; a file that has this name already is replaced at close
   * @param lanes how many lanes will write, at least 1
   * @param nanoTime a monotonic clock, for {@link #blockedNanos()}
   * @throws IOException if the temporary file cannot be created
   */
  public static HistoryRecorder open(Path file, int lanes, LongSupplier nanoTime)
      throws IOException {
    return open(file, lanes, nanoTime, UnaryOperator.identity());
  }

  static HistoryRecorder open(
      Path file, int lanes, LongSupplier nanoTime, UnaryOperator<OutputStream> disk)
      throws IOException {
    if (lanes < 1) {
      throw new IllegalArgumentException("A history needs at least 1 lane, but got " + lanes + ".");
    }
    return new HistoryRecorder(HistoryWriter.open(file, lanes, nanoTime, disk), lanes);
  }

  /**
   * The lane with this index.
   *
   * @throws IndexOutOfBoundsException if the index is not between 0 and the number of lanes - 1
   */
  public LaneHistory lane(int lane) {
    return lanes[lane];
  }

  /**
   * Operations handed to the writer so far: exact after {@link #close()}, at most a chunk per lane
   * behind before.
   */
  public long operations() {
    return writer.operations();
  }

  /** How long lanes have waited for the writer of the file, summed over lanes, in ns. */
  public long blockedNanos() {
    return writer.blockedNanos();
  }

  /**
   * Writes what the lanes still hold, forces the file to disk and gives it its final name. Calling
   * it again does nothing.
   *
   * @throws IOException if anything could not be written; the temporary file is kept
   */
  @Override
  public void close() throws IOException {
    for (RecordingLane lane : lanes) {
      lane.finish();
    }
    writer.close();
  }
}
