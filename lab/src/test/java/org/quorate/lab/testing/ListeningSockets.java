package org.quorate.lab.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Where a process listens for connections, from the kernel's tables. */
public final class ListeningSockets {
  private static final String LISTEN = "0A";

  private ListeningSockets() {}

  public static List<InetSocketAddress> of(long processId) throws IOException {
    Set<String> sockets = new HashSet<>();
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/" + processId + "/fd"))) {
      for (Path descriptor : descriptors.toList()) {
        try {
          sockets.add(Files.readSymbolicLink(descriptor).toString());
        } catch (IOException closedMeanwhile) {
          // Then it does not listen.
        }
      }
    }
    List<InetSocketAddress> listening = new ArrayList<>();
    for (String table : List.of("tcp", "tcp6")) {
      Path file = Path.of("/proc/" + processId + "/net/" + table);
      if (Files.exists(file)) {
        List<String> lines = Files.readAllLines(file);
        for (String line : lines.subList(1, lines.size())) {
          String[] fields = line.strip().split("\\s+", -1);
          if (fields[3].equals(LISTEN) && sockets.contains("socket:[" + fields[9] + "]")) {
            listening.add(address(fields[1]));
          }
        }
      }
    }
    return listening;
  }

  /**
   * The kernel writes an address as words of four bytes in the order of this machine, the last
   * first. One of IPv4 within IPv6 becomes one of IPv4.
   */
  private static InetSocketAddress address(String text) throws IOException {
    int colon = text.indexOf(':');
    byte[] written = HexFormat.of().parseHex(text.substring(0, colon));
    byte[] address = new byte[written.length];
    for (int i = 0; i < written.length; i++) {
      address[i] = written[i - i % 4 + 3 - i % 4];
    }
    return new InetSocketAddress(
        InetAddress.getByAddress(address), Integer.parseInt(text.substring(colon + 1), 16));
  }
}
