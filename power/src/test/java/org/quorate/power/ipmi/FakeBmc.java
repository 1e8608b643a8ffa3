package org.quorate.power.ipmi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * A management controller on a UDP port of the loopback address, which speaks IPMI 2.0 (RMCP+) as
 * the specification has it: discovery in IPMI 1.5's packets, RAKP with HMAC-SHA1, then sessions
 * with HMAC-SHA1-96 and AES-CBC-128, which together are cipher suite 3. What it answers to commands
 * is {@link BmcCommands}.
 *
 * @see <a href="https://www.intel.com/content/www/us/en/products/docs/servers/ipmi/">IPMI 2.0,
 *     sections 13 and 22</a>
 */
public final class FakeBmc implements AutoCloseable {
  private static final byte[] RMCP = {6, 0, (byte) 0xFF, 7};
  private static final int IPMI_1_5 = 0;
  private static final int IPMI_2_0 = 6;

  private final DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
  private final BmcCommands commands;
  private final String user;
  private final String password;
  private final Map<Integer, RakpSession> sessions = new ConcurrentHashMap<>();
  private final AtomicInteger lastSession = new AtomicInteger(0x5000);

  public FakeBmc(BmcCommands commands, String user, String password) throws SocketException {
    this.commands = commands;
    this.user = user;
    this.password = password;
    Thread thread = new Thread(this::serve, "fake BMC");
    thread.setDaemon(true);
    thread.start();
  }

  public int port() {
    return socket.getLocalPort();
  }

  /** How many sessions are logged in and not closed. */
  long openSessions() {
    return sessions.values().stream().filter(RakpSession::isActive).count();
  }

  private void serve() {
    byte[] buffer = new byte[1024];
    while (!socket.isClosed()) {
      DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
      try {
        socket.receive(packet);
        byte[] answer = answer(Arrays.copyOf(buffer, packet.getLength()));
        if (answer.length > 0) {
          socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
        }
      } catch (SocketException closed) {
        return;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private byte[] answer(byte[] packet) {
    if (packet.length < 5 || packet[3] != RMCP[3]) {
      return new byte[0];
    }
    return switch (packet[4]) {
      case IPMI_1_5 -> answerUnprotected(packet);
      case IPMI_2_0 -> answerPlus(packet);
      default -> new byte[0];
    };
  }

  /** Header: authentication type, sequence number, session, length of the message. */
  private byte[] answerUnprotected(byte[] packet) {
    byte[] message = Arrays.copyOfRange(packet, 14, 14 + (packet[13] & 0xFF));
    byte[] response = IpmiMessage.parse(message).respond(commands::answer);
    return little(14 + response.length)
        .put(RMCP)
        .put((byte) IPMI_1_5)
        .putInt(0)
        .putInt(0)
        .put((byte) response.length)
        .put(response)
        .array();
  }

  /** Header: authentication type, payload type, session, sequence number, length of the payload. */
  private byte[] answerPlus(byte[] packet) {
    ByteBuffer header = ByteBuffer.wrap(packet).order(ByteOrder.LITTLE_ENDIAN);
    int type = packet[5] & 0x3F;
    int id = header.getInt(6);
    byte[] payload = Arrays.copyOfRange(packet, 16, 16 + (header.getShort(14) & 0xFFFF));
    ByteBuffer asked = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
    return switch (type) {
      case 0x10 -> unprotected(0x11, newSession().open(payload));
      case 0x12 -> session(asked.getInt(4), s -> unprotected(0x13, s.answerFirst(payload)));
      case 0x14 -> session(asked.getInt(4), s -> unprotected(0x15, s.answerThird(payload)));
      case 0 ->
          id == 0
              ? unprotected(0, IpmiMessage.parse(payload).respond(commands::answer))
              : session(id, s -> answerInSession(s, packet, payload));
      default -> new byte[0];
    };
  }

  private RakpSession newSession() {
    RakpSession session = new RakpSession(lastSession.incrementAndGet(), user, password);
    sessions.put(session.id(), session);
    return session;
  }

  /** What a session answers, or silence for one that is not known. */
  private byte[] session(int id, Function<RakpSession, byte[]> answer) {
    RakpSession session = sessions.get(id);
    return session == null ? new byte[0] : answer.apply(session);
  }

  private byte[] answerInSession(RakpSession session, byte[] packet, byte[] payload) {
    if (!session.isGenuine(packet)) {
      return new byte[0];
    }
    IpmiMessage message = IpmiMessage.parse(session.decrypt(payload));
    byte[] response = message.respond(commands::answer);
    if (message.isCloseSession()) {
      session.end();
    }
    return session.protect(response);
  }

  private static byte[] unprotected(int type, byte[] payload) {
    return little(16 + payload.length)
        .put(RMCP)
        .put((byte) IPMI_2_0)
        .put((byte) type)
        .putInt(0)
        .putInt(0)
        .putShort((short) payload.length)
        .put(payload)
        .array();
  }

  static ByteBuffer little(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public void close() {
    socket.close();
  }
}
