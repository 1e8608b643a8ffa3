package org.quorate.power.ipmi;

import static org.quorate.power.ipmi.FakeBmc.little;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What a controller with one host, and one sensor called {@value #SENSOR}, answers to commands. */
public final class BmcCommands {
  static final String SENSOR = "Pwr Consumption";

  private static final int OK = 0;
  private static final int INVALID_COMMAND = 0xC1;

  private volatile int watts = 187;
  private volatile boolean active = true;
  private volatile boolean hasDcmi = true;

  public void setWatts(int watts) {
    this.watts = watts;
  }

  /** Whether the controller says that it measures. */
  public void setActive(boolean active) {
    this.active = active;
  }

  void removeDcmi() {
    hasDcmi = false;
  }

  byte[] answer(int function, int command, byte[] data) {
    return switch (function << 8 | command) {
      // Get Device ID: IPMI 2.0, with sensors and their repository.
      case 0x0601 -> done(0x20, 1, 1, 0, 2, 0x03, 0, 0, 0, 0, 0, 0, 0, 0, 0);
      // Get Channel Authentication Capabilities: IPMI 2.0, no anonymous users.
      case 0x0638 -> done(1, 0x80, 4, 2, 0, 0, 0, 0);
      // Get Channel Cipher Suites: suite 3, of HMAC-SHA1, HMAC-SHA1-96 and AES-CBC-128.
      case 0x0654 -> done(1, 0xC0, 3, 0x01, 0x41, 0x81);
      // Set Session Privilege Level.
      case 0x063B -> done(data[0]);
      // Close Session.
      case 0x063C -> done();
      // DCMI, Get Power Reading.
      case 0x2C02 -> hasDcmi && data[0] == (byte) 0xDC ? power() : failed(INVALID_COMMAND);
      // Get SDR Repository Info, Reserve, Get SDR; Get Sensor Reading.
      case 0x0A20 -> done(0x51, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2);
      case 0x0A22 -> done(1, 0);
      case 0x0A23 -> sensorRecord(data);
      case 0x042D -> done(watts / 2, 0xC0, 0xC0, 0);
      default -> failed(INVALID_COMMAND);
    };
  }

  /** Watts now, least, most and mean; a time stamp; the period in milliseconds; the state. */
  private byte[] power() {
    return little(19)
        .put((byte) OK)
        .put((byte) 0xDC)
        .putShort((short) watts)
        .putShort((short) 95)
        .putShort((short) 251)
        .putShort((short) 163)
        .putInt(active ? 1_795_288_384 : 0)
        .putInt(1000)
        .put((byte) (active ? 0x40 : 0))
        .array();
  }

  /** A part of the only record, a full sensor record; the next record is 0xFFFF, none. */
  private static byte[] sensorRecord(byte[] data) {
    byte[] record = sensorRecord();
    int offset = data[4] & 0xFF;
    int end = Math.min(record.length, offset + (data[5] & 0xFF));
    return ByteBuffer.allocate(3 + end - offset)
        .put((byte) OK)
        .putShort((short) 0xFFFF)
        .put(Arrays.copyOfRange(record, offset, end))
        .array();
  }

  private static byte[] sensorRecord() {
    byte[] name = SENSOR.getBytes(StandardCharsets.US_ASCII);
    ByteBuffer record = ByteBuffer.allocate(48 + name.length).order(ByteOrder.LITTLE_ENDIAN);
    record.putShort(0, (short) 1);
    record.put(2, (byte) 0x51);
    record.put(3, (byte) 1);
    record.put(4, (byte) (43 + name.length));
    record.put(5, (byte) 0x20);
    record.put(7, (byte) 0x77);
    // Entity: the system board; type: current; in thresholds.
    record.put(8, (byte) 7);
    record.put(9, (byte) 1);
    record.put(12, (byte) 3);
    record.put(13, (byte) 1);
    // Watts, twice the raw reading.
    record.put(21, (byte) 6);
    record.put(24, (byte) 2);
    record.put(47, (byte) (0xC0 | name.length));
    record.position(48);
    return record.put(name).array();
  }

  private static byte[] done(int... data) {
    byte[] answer = new byte[1 + data.length];
    answer[0] = OK;
    for (int i = 0; i < data.length; i++) {
      answer[i + 1] = (byte) data[i];
    }
    return answer;
  }

  private static byte[] failed(int code) {
    return new byte[] {(byte) code};
  }
}
