package org.quorate.lab.host;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.quorate.core.history.HistoryFormat;
import org.quorate.core.history.HistoryReader;
import org.quorate.core.history.OperationEncoder;
import org.quorate.load.history.HistoryRecorder;
import org.quorate.load.history.LaneHistory;
import org.quorate.study.history.HistoryClock;

/**
 * The history of one load host on the coordinator's disk, by the coordinator's clock. What the host
 * tells is read as strictly as any history and written anew, so that whatever is in the file can be
 * judged. Used by one thread at a time.
 */
final class HostHistory {
  /** 18 years; differences of clocks, and theirs, stay within what a history can say. */
  private static final long LATEST_NANOS = 1L << 59;

  private final Path file;
  private final String name;
  private final long offsetNanos;
  private final HistoryRecorder recorder;
  private final LaneHistory lane;
  private long operations;

  private HostHistory(Path file, String name, long offsetNanos, HistoryRecorder recorder) {
    this.file = file;
    this.name = name;
    this.offsetNanos = offsetNanos;
    this.recorder = recorder;
    this.lane = recorder.lane(0);
  }

  /**
   * Begins a history.
   *
   * @param file its final name
   * @param name of the host, for messages
   * @param offsetNanos what the host's clock shows more than the coordinator's
   */
  static HostHistory open(Path file, String name, long offsetNanos) throws IOException {
    return new HostHistory(
        file, name, offsetNanos, HistoryRecorder.open(file, 1, System::nanoTime));
  }

  /**
   * Takes operations.
   *
   * @throws IOException if they are none, or cannot be written
   */
  void take(String lines) throws IOException {
    HistoryReader reader =
        new HistoryReader(
            new SequenceInputStream(
                new ByteArrayInputStream(OperationEncoder.header()),
                new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8))),
            "what load host " + name + " told",
            false);
    while (reader.next()) {
      if (!isInstant(reader.invokeNanos())
          || (reader.completeNanos() != HistoryFormat.NEVER
              && !isInstant(reader.completeNanos()))) {
        throw new IOException("load host " + name + " told an instant that no clock shows");
      }
      lane.take(
          reader.type(),
          number(reader, reader.keyStart(), reader.keyLength(), HistoryFormat.KEY_PREFIX),
          reader.version(),
          reader.invokeNanos() - offsetNanos,
          reader.completeNanos() == HistoryFormat.NEVER
              ? HistoryFormat.NEVER
              : reader.completeNanos() - offsetNanos,
          Math.toIntExact(number(reader, reader.clientStart(), reader.clientLength(), "")),
          reader.level(),
          reader.outcome());
      operations++;
    }
  }

  /** Whether a monotonic clock may show it. */
  static boolean isInstant(long nanos) {
    return -LATEST_NANOS <= nanos && nanos <= LATEST_NANOS;
  }

  private long number(HistoryReader reader, int start, int length, String prefix)
      throws IOException {
    String text = new String(reader.buffer(), start, length, StandardCharsets.UTF_8);
    try {
      if (text.startsWith(prefix)) {
        return Long.parseLong(text.substring(prefix.length()));
      }
    } catch (NumberFormatException e) {
      // Refused below.
    }
    throw new IOException("load host " + name + " told a key or client that is none of a load's");
  }

  /** How many operations were taken. */
  long operations() {
    return operations;
  }

  /**
   * Ends the history; how far its clock may be off lies beside it before it has its name.
   *
   * @throws IOException if anything could not be written
   */
  void close(long uncertaintyNanos) throws IOException {
    new HistoryClock(uncertaintyNanos).write(file);
    recorder.close();
  }
}
