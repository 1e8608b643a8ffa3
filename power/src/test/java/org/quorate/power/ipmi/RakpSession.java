package org.quorate.power.ipmi;

import static org.quorate.power.ipmi.FakeBmc.little;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** One session of RMCP+ with cipher suite 3, from the controller's side. */
final class RakpSession {
  private static final int RANDOM = 16;
  private static final int INTEGRITY = 12;
  private static final int UNAUTHORIZED_NAME = 0x0D;

  private final int id;
  private final String user;
  private final byte[] key;
  private final byte[] random = pattern(0x21);
  private final byte[] guid = pattern(0x42);
  private int console;
  private byte[] consoleRandom = new byte[0];
  private byte[] role = new byte[0];
  private byte[] sessionKey = new byte[0];
  private int sequence;
  private volatile boolean active;

  RakpSession(int id, String user, String password) {
    this.id = id;
    this.user = user;
    this.key = Arrays.copyOf(password.getBytes(StandardCharsets.US_ASCII), 20);
  }

  int id() {
    return id;
  }

  boolean isActive() {
    return active;
  }

  void end() {
    active = false;
  }

  /** Open Session Response: the console's proposal is taken, if it is suite 3. */
  byte[] open(byte[] request) {
    console = ByteBuffer.wrap(request).order(ByteOrder.LITTLE_ENDIAN).getInt(4);
    byte[] suite = Arrays.copyOfRange(request, 8, 32);
    if (suite[4] != 1 || suite[12] != 1 || suite[20] != 1) {
      return little(8).put(request[0]).put((byte) 0x11).putShort((short) 0).putInt(console).array();
    }
    return little(36)
        .put(request[0])
        .put((byte) 0)
        .put((byte) 4)
        .put((byte) 0)
        .putInt(console)
        .putInt(id)
        .put(suite)
        .array();
  }

  /** RAKP message 2, which proves to the console that the password is known. */
  byte[] answerFirst(byte[] first) {
    consoleRandom = Arrays.copyOfRange(first, 8, 8 + RANDOM);
    int length = first[27] & 0xFF;
    String name = new String(first, 28, length, StandardCharsets.US_ASCII);
    if (!name.equals(user)) {
      return little(8)
          .put(first[0])
          .put((byte) UNAUTHORIZED_NAME)
          .putShort((short) 0)
          .putInt(console)
          .array();
    }
    role = join(new byte[] {first[24], first[27]}, name.getBytes(StandardCharsets.US_ASCII));
    sessionKey = hmac(key, consoleRandom, random, role);
    byte[] proof = hmac(key, number(console), number(id), consoleRandom, random, guid, role);
    return join(
        little(8).put(first[0]).put((byte) 0).putShort((short) 0).putInt(console).array(),
        random,
        guid,
        proof);
  }

  /** RAKP message 4, if the console knows the password; else a refusal. */
  byte[] answerThird(byte[] third) {
    byte[] proof = Arrays.copyOfRange(third, 8, third.length);
    boolean genuine = MessageDigest.isEqual(proof, hmac(key, random, number(console), role));
    byte[] head =
        little(8)
            .put(third[0])
            .put((byte) (genuine ? 0 : 0x0F))
            .putShort((short) 0)
            .putInt(console)
            .array();
    active = genuine;
    return genuine
        ? join(head, Arrays.copyOf(hmac(sessionKey, consoleRandom, number(id), guid), INTEGRITY))
        : head;
  }

  /** Whether a packet carries the right code: over all behind RMCP's header but the code itself. */
  boolean isGenuine(byte[] packet) {
    int end = packet.length - INTEGRITY;
    byte[] code = Arrays.copyOfRange(packet, end, packet.length);
    return active && MessageDigest.isEqual(code, integrity(Arrays.copyOfRange(packet, 4, end)));
  }

  byte[] decrypt(byte[] payload) {
    byte[] vector = Arrays.copyOf(payload, 16);
    byte[] padded =
        aes(Cipher.DECRYPT_MODE, vector, Arrays.copyOfRange(payload, 16, payload.length));
    return Arrays.copyOf(padded, padded.length - 1 - padded[padded.length - 1]);
  }

  /** A whole packet around a message to the console. */
  byte[] protect(byte[] message) {
    byte[] payload = encrypt(message);
    int length = 12 + payload.length;
    int padding = (4 - (length + 2) % 4) % 4;
    byte[] signed = new byte[length + padding + 2];
    ByteBuffer.wrap(signed)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put((byte) 6)
        .put((byte) 0xC0)
        .putInt(console)
        .putInt(++sequence)
        .putShort((short) payload.length)
        .put(payload);
    Arrays.fill(signed, length, length + padding, (byte) 0xFF);
    signed[length + padding] = (byte) padding;
    signed[length + padding + 1] = 7;
    byte[] header = {6, 0, (byte) 0xFF, 7};
    return join(header, signed, integrity(signed));
  }

  private byte[] encrypt(byte[] message) {
    int padding = 15 - message.length % 16;
    byte[] padded = Arrays.copyOf(message, message.length + padding + 1);
    for (int i = 0; i < padding; i++) {
      padded[message.length + i] = (byte) (i + 1);
    }
    padded[padded.length - 1] = (byte) padding;
    byte[] vector = pattern(0x11);
    return join(vector, aes(Cipher.ENCRYPT_MODE, vector, padded));
  }

  private byte[] integrity(byte[] signed) {
    byte[] first = new byte[20];
    Arrays.fill(first, (byte) 1);
    return Arrays.copyOf(hmac(hmac(sessionKey, first), signed), INTEGRITY);
  }

  private byte[] aes(int mode, byte[] vector, byte[] text) {
    byte[] second = new byte[20];
    Arrays.fill(second, (byte) 2);
    try {
      Cipher cipher = Cipher.getInstance("AES/CBC/NoPadding");
      byte[] aesKey = Arrays.copyOf(hmac(sessionKey, second), 16);
      cipher.init(mode, new SecretKeySpec(aesKey, "AES"), new IvParameterSpec(vector));
      return cipher.doFinal(text);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] hmac(byte[] key, byte[]... parts) {
    try {
      Mac mac = Mac.getInstance("HmacSHA1");
      mac.init(new SecretKeySpec(key, "HmacSHA1"));
      return mac.doFinal(join(parts));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] number(int value) {
    return ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array();
  }

  private static byte[] pattern(int start) {
    byte[] bytes = new byte[16];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (start + i);
    }
    return bytes;
  }

  private static byte[] join(byte[]... parts) {
    ByteBuffer all = ByteBuffer.allocate(Arrays.stream(parts).mapToInt(part -> part.length).sum());
    for (byte[] part : parts) {
      all.put(part);
    }
    return all.array();
  }
}
