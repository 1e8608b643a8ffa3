package org.quorate.lab.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.quorate.core.history.OperationEncoder;
import org.quorate.load.history.TaggedLane;

/**
 * The operations of one lane on their way to the coordinator: gathered as lines, and told when
 * there are many or {@link #tell} is called. Where the way is slow, the lane waits. Thread-safe.
 */
final class StreamedHistory extends TaggedLane {
  private static final int LINES_BYTES = 1 << 15;

  private final MessageLines messages;
  private final byte[] lines = new byte[LINES_BYTES];
  private int length;

  StreamedHistory(MessageLines messages) {
    this.messages = messages;
  }

  @Override
  protected synchronized void add(
      long key, long version, long invokeNanos, long completeNanos, long tag) {
    if (length > lines.length - OperationEncoder.MAX_LINE_BYTES) {
      tell();
    }
    length = OperationEncoder.encode(lines, length, key, version, invokeNanos, completeNanos, tag);
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
