package org.quorate.study.file;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** One way of writing for each address of a node. Stateless. */
public final class PlainAddress {
  private static final int HEXADECIMAL = 16;

  private PlainAddress() {}

  /**
   * An address as Java writes it, without brackets, whichever way one of IPv6 was written; any
   * other text as it is. Nothing is looked up.
   */
  public static String of(String address) {
    String bare =
        address.startsWith("[") && address.endsWith("]")
            ? address.substring(1, address.length() - 1)
            : address;
    try {
      return isNumeric(bare) ? InetAddress.getByName(bare).getHostAddress() : bare;
    } catch (UnknownHostException noAddress) {
      return bare;
    }
  }

  /** As Java takes it for an address of IPv6; it would look any other text up. */
  private static boolean isNumeric(String text) {
    return text.contains(":")
        && (text.charAt(0) == ':' || Character.digit(text.charAt(0), HEXADECIMAL) >= 0);
  }
}
