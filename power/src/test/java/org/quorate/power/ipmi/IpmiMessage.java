package org.quorate.power.ipmi;

import java.util.Arrays;

/**
 * A request of a LAN console: addresses, network function, command and data, each part with its
 * checksum.
 */
final class IpmiMessage {
  private static final int APPLICATION = 0x06;
  private static final int CLOSE_SESSION = 0x3C;

  /** Gives the completion code and the data that follow from a request. */
  interface Commands {
    byte[] answer(int function, int command, byte[] data);
  }

  private final byte[] message;

  private IpmiMessage(byte[] message) {
    this.message = message;
  }

  static IpmiMessage parse(byte[] message) {
    if (sum(message, 0, 3) != 0 || sum(message, 3, message.length) != 0) {
      throw new IllegalArgumentException("A checksum is wrong in " + Arrays.toString(message));
    }
    return new IpmiMessage(message);
  }

  /** In the lower two bits of the byte is the logical unit. */
  private int function() {
    return (message[1] & 0xFF) >> 2;
  }

  private int command() {
    return message[5] & 0xFF;
  }

  boolean isCloseSession() {
    return function() == APPLICATION && command() == CLOSE_SESSION;
  }

  byte[] respond(Commands commands) {
    byte[] data = Arrays.copyOfRange(message, 6, message.length - 1);
    byte[] answer = commands.answer(function(), command(), data);
    byte[] response = new byte[7 + answer.length];
    response[0] = message[3];
    response[1] = (byte) (message[1] | 4);
    response[2] = (byte) -sum(response, 0, 2);
    response[3] = message[0];
    response[4] = message[4];
    response[5] = message[5];
    System.arraycopy(answer, 0, response, 6, answer.length);
    response[response.length - 1] = (byte) -sum(response, 3, response.length - 1);
    return response;
  }

  private static int sum(byte[] bytes, int start, int end) {
    int sum = 0;
    for (int i = start; i < end; i++) {
      sum += bytes[i];
    }
    return sum & 0xFF;
  }
}
