package org.quorate.lab.host;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Messages as lines: JSON in UTF-8, none longer than {@link #LONGEST} bytes. Read by one thread,
 * written by any.
 */
final class MessageLines {
  /** The outcome of a load, with its distributions, takes some 100 kB at most. */
  static final int LONGEST = 4 << 20;

  private static final int BUFFER_BYTES = 1 << 16;
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
          .build();

  private final InputStream in;
  private final OutputStream out;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int position;
  private int limit;
  private byte[] line = new byte[BUFFER_BYTES];

  MessageLines(InputStream in, OutputStream out) {
    this.in = in;
    this.out = out;
  }

  /** A message whose making belongs to its sending, such as the time. */
  @FunctionalInterface
  interface Late {
    HostMessage make();
  }

  /** Sends a message. */
  void write(HostMessage message) throws IOException {
    write(() -> message);
  }

  /** Sends a message that is made once nobody else is sending. */
  synchronized void write(Late message) throws IOException {
    byte[] text = JSON.writeValueAsBytes(message.make());
    byte[] ended = Arrays.copyOf(text, text.length + 1);
    ended[text.length] = '\n';
    if (ended.length > LONGEST) {
      throw new IOException("a message of " + ended.length + " bytes is too long");
    }
    out.write(ended);
    out.flush();
  }

  /**
   * The next message; null where the other side has ended.
   *
   * @throws IOException if the line is too long, or no message
   */
  @Nullable HostMessage read() throws IOException {
    int length = 0;
    while (true) {
      if (position == limit) {
        limit = in.read(buffer);
        position = 0;
        if (limit < 0) {
          limit = 0;
          // What was cut off in the middle of a line was never said.
          return null;
        }
      }
      byte next = buffer[position++];
      if (next == '\n') {
        return parse(length);
      }
      if (length == LONGEST) {
        throw new IOException("it sent a line of more than " + LONGEST + " bytes");
      }
      if (length == line.length) {
        line = Arrays.copyOf(line, 2 * length);
      }
      line[length++] = next;
    }
  }

  private HostMessage parse(int length) throws IOException {
    try {
      HostMessage message = JSON.readValue(line, 0, length, HostMessage.class);
      if (message != null) {
        return message;
      }
    } catch (JsonProcessingException e) {
      throw new IOException("it sent something else than a message: " + shown(length), e);
    }
    throw new IOException("it sent something else than a message: " + shown(length));
  }

  /** What may be shown of a line that anybody may have written. */
  private String shown(int length) {
    String text = new String(line, 0, Math.min(length, 80), StandardCharsets.US_ASCII);
    return text.replaceAll("[^ -~]", "?");
  }
}
