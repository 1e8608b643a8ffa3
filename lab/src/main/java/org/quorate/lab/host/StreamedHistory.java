package org.quorate.lab.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.quorate.core.history.HistoryFormat;
import org.quorate.core.history.OperationEncoder;
import org.quorate.core.history.OperationTag;
import org.quorate.core.history.OperationType;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;
import org.quorate.load.history.LaneHistory;

/**
 * The operations of one lane on their way to the coordinator: gathered as lines, and told when
 * there are many or {@link #tell} is called. Where the way is slow, the lane waits. Thread-safe.
 */
final class StreamedHistory implements LaneHistory {
  private static final int LINES_BYTES = 1 << 15;

  private final MessageLines messages;
  private final byte[] lines = new byte[LINES_BYTES];
  private int length;

  StreamedHistory(MessageLines messages) {
    this.messages = messages;
  }

  @Override
  public synchronized void take(
      OperationType type,
      long key,
      long version,
      long invokeNanos,
      long completeNanos,
      int client,
      Level level,
      Outcome outcome) {
    boolean write = type == OperationType.WRITE;
    Outcome told = write || outcome == Outcome.OK ? outcome : Outcome.ERROR;
    if (length > lines.length - OperationEncoder.MAX_LINE_BYTES) {
      tell();
    }
    length =
        OperationEncoder.encode(
            lines,
            length,
            key,
            write || told == Outcome.OK ? version : HistoryFormat.NO_VERSION,
            invokeNanos,
            told == Outcome.TIMEOUT ? HistoryFormat.NEVER : completeNanos,
            OperationTag.of(type, told, level, client));
  }

  /** Tells what has been gathered. */
  synchronized void tell() {
    if (length > 0) {
      String text = new String(lines, 0, length, StandardCharsets.US_ASCII);
      length = 0;
      try {
        messages.write(new HostMessage.Lines(text));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
