package org.quorate.lab.link.relay;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.quorate.lab.link.LinkTraffic;
import org.quorate.lab.link.Links;

/**
 * Tells clients of HBase from its servers by the user that each connection states first. Their
 * addresses tell nothing: clients and the master alike come from 127.0.0.1.
 *
 * <pre>
 *   4 bytes  "HBas"
 *   1 byte   version 0
 *   1 byte   how users are authenticated: 80, they are believed
 *   4 bytes  length of the header, a message of Protocol Buffers, of which
 *   1 byte     0A: field 1, user_info
 *   1 byte     its length, or more bytes for 128 and above
 *   1 byte     0A: its field 1, effective_user
 *   1 byte     its length
 *   n bytes    the name
 * </pre>
 *
 * <p>Servers are started as the user {@value LinkTraffic#HBASE_SERVER_USER}; whoever states another
 * user, or begins otherwise, as with a question to the registry of masters, is a client.
 *
 * <p>Source: {@code org.apache.hadoop.hbase.ipc.RpcConnection} and {@code RPC.proto} of HBase 2.6.
 */
final class HBaseGreeting implements Greeting {
  private static final byte[] BEGIN = {'H', 'B', 'a', 's', 0, 80};
  private static final byte[] NAME =
      LinkTraffic.HBASE_SERVER_USER.getBytes(StandardCharsets.US_ASCII);
  private static final int FIELD_1_OF_BYTES = 0x0A;
  private static final int HEADER_LENGTH_BYTES = 4;
  private static final int MOST_LENGTH_BYTES = 5;

  @Override
  public int longest() {
    return BEGIN.length + HEADER_LENGTH_BYTES + 1 + MOST_LENGTH_BYTES + 2 + NAME.length;
  }

  @Override
  public int nodeAt(InetAddress remote) {
    return UNKNOWN;
  }

  @Override
  public int nodeIn(ByteBuffer bytes) {
    int count = bytes.position();
    int at = 0;
    for (byte expected : BEGIN) {
      if (at == count) {
        return INCOMPLETE;
      }
      if (bytes.get(at++) != expected) {
        return Links.CLIENTS;
      }
    }
    at += HEADER_LENGTH_BYTES;
    if (at >= count) {
      return INCOMPLETE;
    }
    if (bytes.get(at++) != FIELD_1_OF_BYTES) {
      return Links.CLIENTS;
    }
    for (int length = 0; ; length++) {
      if (at >= count) {
        return INCOMPLETE;
      }
      if (length == MOST_LENGTH_BYTES) {
        return Links.CLIENTS;
      }
      // The highest bit says that the number goes on.
      if (bytes.get(at++) >= 0) {
        break;
      }
    }
    return userAt(at, bytes);
  }

  private static int userAt(int start, ByteBuffer bytes) {
    int count = bytes.position();
    int at = start;
    if (at < count && bytes.get(at) != FIELD_1_OF_BYTES) {
      return Links.CLIENTS;
    }
    at++;
    if (at < count && bytes.get(at) != NAME.length) {
      return Links.CLIENTS;
    }
    at++;
    for (byte expected : NAME) {
      if (at >= count) {
        return INCOMPLETE;
      }
      if (bytes.get(at++) != expected) {
        return Links.CLIENTS;
      }
    }
    return UNLINKED;
  }
}
