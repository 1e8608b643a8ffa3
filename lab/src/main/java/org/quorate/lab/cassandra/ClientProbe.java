package org.quorate.lab.cassandra;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Asks a node, over the native protocol version 4, whether it takes clients: sends STARTUP and
 * expects READY (or AUTHENTICATE, where a study has asked for passwords).
 */
final class ClientProbe {
  private static final byte VERSION_4 = 4;
  private static final byte STARTUP = 1;
  private static final int READY = 2;
  private static final int AUTHENTICATE = 3;
  private static final int HEADER_BYTES = 9;

  private ClientProbe() {}

  /** Whether the node answers within the time. */
  static boolean answers(InetSocketAddress address, Duration timeout) {
    int milliseconds = Math.toIntExact(timeout.toMillis());
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(milliseconds);
      socket.connect(address, milliseconds);
      socket.getOutputStream().write(startup());
      byte[] header = new byte[HEADER_BYTES];
      new DataInputStream(socket.getInputStream()).readFully(header);
      return accepts(header);
    } catch (IOException silent) {
      return false;
    }
  }

  /** A STARTUP frame for CQL 3.0.0. */
  static byte[] startup() {
    byte[] key = "CQL_VERSION".getBytes(StandardCharsets.UTF_8);
    byte[] value = "3.0.0".getBytes(StandardCharsets.UTF_8);
    int body = 2 + 2 + key.length + 2 + value.length;
    return ByteBuffer.allocate(HEADER_BYTES + body)
        .put(VERSION_4)
        .put((byte) 0)
        .putShort((short) 0)
        .put(STARTUP)
        .putInt(body)
        .putShort((short) 1)
        .putShort((short) key.length)
        .put(key)
        .putShort((short) value.length)
        .put(value)
        .array();
  }

  /** Whether the header of an answer says that the node takes clients. */
  static boolean accepts(byte[] header) {
    int operation = header[4];
    return header[0] < 0 && (operation == READY || operation == AUTHENTICATE);
  }
}
