package org.quorate.cassandra.pool;

import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Hot are the nodes of a list. */
record ListedNodes(List<Entry> entries) implements HotNodeRule {
  private static final Pattern WITH_PORT =
      Pattern.compile("(?:\\[(?<six>[^]]+)]|(?<host>[^:]+))(?::(?<port>\\d{1,5}))?");

  ListedNodes {
    entries = List.copyOf(entries);
  }

  /**
   * Reads a list of host ids, addresses, and addresses with a port ({@code [::1]:9042} for version
   * 6). Host names are looked up here, once.
   *
   * @throws IllegalArgumentException when it is empty or an entry is none of these
   */
  static ListedNodes parse(List<String> texts) {
    if (texts.isEmpty()) {
      throw new IllegalArgumentException(
          "The list "
              + HotPoolOption.HOT_NODES.getPath()
              + " is empty; name a node, or leave the key out for those of larger ranges.");
    }
    return new ListedNodes(texts.stream().map(Entry::parse).toList());
  }

  @Override
  public Choice choose(Metadata metadata, String dataCenter) {
    Set<Node> hot = new HashSet<>();
    List<String> unknown = new ArrayList<>();
    for (Entry entry : entries) {
      List<Node> found = metadata.getNodes().values().stream().filter(entry::names).toList();
      if (found.isEmpty()) {
        unknown.add(entry.text());
      }
      // A list may serve the clients of several data centres.
      found.stream().filter(node -> dataCenter.equals(node.getDatacenter())).forEach(hot::add);
    }
    return new Choice(hot, problem(unknown, hot, dataCenter));
  }

  private static @Nullable String problem(List<String> unknown, Set<Node> hot, String dataCenter) {
    String list = HotPoolOption.HOT_NODES.getPath();
    if (!unknown.isEmpty()) {
      return list
          + " names "
          + String.join(", ", unknown)
          + ", but the cluster has no such node; correct the list.";
    }
    return hot.isEmpty()
        ? list + " names no node of data centre " + dataCenter + "; add those that are hot."
        : null;
  }

  /**
   * One entry.
   *
   * @param text as it was written
   * @param hostId null where an address is given
   * @param addresses empty where a host id is given
   * @param port null for any
   */
  record Entry(
      String text, @Nullable UUID hostId, Set<InetAddress> addresses, @Nullable Integer port) {
    Entry {
      addresses = Set.copyOf(addresses);
    }

    static Entry parse(String text) {
      String stripped = text.strip();
      try {
        return new Entry(stripped, UUID.fromString(stripped), Set.of(), null);
      } catch (IllegalArgumentException noHostId) {
        return ofAddress(stripped);
      }
    }

    private static Entry ofAddress(String text) {
      Matcher matcher = WITH_PORT.matcher(text);
      String host = text;
      Integer port = null;
      if (matcher.matches()) {
        host = matcher.group("six") == null ? matcher.group("host") : matcher.group("six");
        port = matcher.group("port") == null ? null : Integer.valueOf(matcher.group("port"));
      }
      try {
        if (host.isBlank()) {
          throw new UnknownHostException("nothing");
        }
        return new Entry(text, null, Set.of(InetAddress.getAllByName(host)), port);
      } catch (UnknownHostException unknown) {
        throw new IllegalArgumentException(
            "\""
                + text
                + "\" in "
                + HotPoolOption.HOT_NODES.getPath()
                + " is no host id and no known address; write it as 10.0.0.5, 10.0.0.5:9042 or the"
                + " host id that nodetool status shows.",
            unknown);
      }
    }

    boolean names(Node node) {
      return hostId == null ? addresses(node).anyMatch(this::is) : hostId.equals(node.getHostId());
    }

    /** Where clients connect; without a port also where the node is known to other nodes. */
    private Stream<InetSocketAddress> addresses(Node node) {
      Stream<InetSocketAddress> ofClients =
          Stream.concat(
              Stream.of(node.getEndPoint().resolve())
                  .filter(InetSocketAddress.class::isInstance)
                  .map(InetSocketAddress.class::cast),
              node.getBroadcastRpcAddress().stream());
      return port == null
          ? Stream.concat(
              ofClients,
              Stream.of(node.getBroadcastAddress(), node.getListenAddress())
                  .flatMap(Optional::stream))
          : ofClients;
    }

    private boolean is(InetSocketAddress address) {
      return (port == null || port == address.getPort())
          && address.getAddress() != null
          && addresses.contains(address.getAddress());
    }
  }
}
