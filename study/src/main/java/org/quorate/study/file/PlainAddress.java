package org.quorate.study.file;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** One way of writing for each address of a node. Stateless. */
public final class PlainAddress {
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
      return bare.contains(":") ? InetAddress.getByName(bare).getHostAddress() : bare;
    } catch (UnknownHostException noAddress) {
      return bare;
    }
  }
}
