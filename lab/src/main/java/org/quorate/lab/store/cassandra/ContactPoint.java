package org.quorate.lab.store.cassandra;

import java.net.InetSocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads where a node listens for clients. Stateless. */
public final class ContactPoint {
  /** Where Cassandra listens unless told otherwise. */
  public static final int DEFAULT_PORT = 9042;

  private static final Pattern WITH_PORT = Pattern.compile("([^:\\[\\]]+|\\[[^]]+]):([0-9]{1,5})");
  private static final int LARGEST_PORT = 65_535;

  private ContactPoint() {}

  /**
   * The address of {@code HOST}, {@code HOST:PORT}, an IPv6 address, or one in brackets and a port.
   *
   * @return unresolved where the host is not known
   * @throws IllegalArgumentException if the text is neither; the message is one sentence
   */
  public static InetSocketAddress parse(String text) {
    String stripped = text.strip();
    Matcher matcher = WITH_PORT.matcher(stripped);
    String host = matcher.matches() ? matcher.group(1) : stripped;
    int port = matcher.matches() ? Integer.parseInt(matcher.group(2)) : DEFAULT_PORT;
    boolean sixth = host.chars().filter(c -> c == ':').count() > 1;
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    } else if (host.isEmpty() || (host.indexOf(':') >= 0 && !sixth)) {
      port = 0;
    }
    if (port < 1 || port > LARGEST_PORT || host.indexOf('/') >= 0 || host.indexOf('@') >= 0) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is no contact point; write HOST or HOST:PORT, such as 10.0.0.5:9042.");
    }
    return new InetSocketAddress(host, port);
  }
}
