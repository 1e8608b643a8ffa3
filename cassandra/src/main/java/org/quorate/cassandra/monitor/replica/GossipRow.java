package org.quorate.cassandra.monitor.replica;

import com.datastax.oss.driver.api.core.cql.Row;
import java.net.InetSocketAddress;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.core.replica.NodePlace;
import org.quorate.core.replica.RingMove;
import org.quorate.core.replica.RingMove.Deed;

/**
 * What one node has heard of another by gossip: a row of {@code system_views.gossip_info} of
 * Cassandra 4.1 and later. Immutable.
 *
 * @param address under which nodes know it
 * @param generation another one for each start of its process, in seconds since 1970
 * @param place with an empty data centre where it is not told
 * @param status a word, and after commas what belongs to it, such as {@code BOOT,5} with a token;
 *     empty where it is not told
 */
record GossipRow(
    InetSocketAddress address,
    UUID id,
    int generation,
    int heartbeat,
    NodePlace place,
    String status) {
  static final String QUERY =
      "SELECT address, port, host_id, generation, heartbeat, dc, rack, status, status_with_port"
          + " FROM system_views.gossip_info";

  private static final Comparator<GossipRow> NEWEST_LAST =
      Comparator.comparingInt(GossipRow::generation).thenComparingInt(GossipRow::heartbeat);

  /** Empty for a node of which hardly anything has been heard yet. */
  static Optional<GossipRow> of(Row row) {
    String id = row.getString("host_id");
    if (id == null || row.isNull("generation")) {
      return Optional.empty();
    }
    // The former is only there while servers older than 4.0 may be.
    String status = row.getString("status_with_port");
    return Optional.of(
        new GossipRow(
            new InetSocketAddress(row.getInetAddress("address"), row.getInt("port")),
            UUID.fromString(id),
            row.getInt("generation"),
            row.getInt("heartbeat"),
            new NodePlace(orEmpty(row.getString("dc")), orEmpty(row.getString("rack"))),
            orEmpty(status == null ? row.getString("status") : status)));
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  /**
   * One row of each node. A node that is back under another address has two, until servers forget
   * the old one, which is minutes later: the greater generation counts, and of the same the later
   * heartbeat.
   *
   * @param rows of one node's answer, in any order
   */
  static List<GossipRow> newest(List<GossipRow> rows) {
    Map<UUID, GossipRow> newest = new LinkedHashMap<>();
    rows.forEach(row -> newest.merge(row.id, row, GossipRow::newer));
    return List.copyOf(newest.values());
  }

  /** Which of two was heard of a later start of its node, or later of the same. */
  static GossipRow newer(GossipRow one, GossipRow other) {
    return NEWEST_LAST.compare(one, other) >= 0 ? one : other;
  }

  /** Whether servers read from it. */
  boolean isMember() {
    return word().equals("NORMAL");
  }

  private String word() {
    return status.split(",", 2)[0];
  }

  private String detail() {
    String[] parts = status.split(",", 3);
    return parts.length < 2 ? "" : parts[1];
  }

  /**
   * What nodes are about to do to the ring, or have done lately, by host id; those that stay as
   * they are are not in it.
   *
   * @param rows of all nodes
   * @param known host ids of the nodes that the driver knows
   * @param tokens of members that the driver does not know, by host id
   */
  static Map<UUID, RingMove> moves(
      List<GossipRow> rows, Set<UUID> known, Map<UUID, Set<Long>> tokens) {
    Map<UUID, RingMove> moves = new HashMap<>();
    rows.forEach(row -> row.move(rows, known, tokens).ifPresent(move -> moves.put(row.id, move)));
    return moves;
  }

  private Optional<RingMove> move(
      List<GossipRow> all, Set<UUID> known, Map<UUID, Set<Long>> tokens) {
    return switch (word()) {
      case "BOOT" -> Optional.of(move(Deed.JOINING, tokens(Set.of(detail())), Set.of()));
      case "BOOT_REPLACE" -> Optional.of(move(Deed.JOINING, Set.of(), named(all, detail())));
      case "NORMAL" ->
          known.contains(id)
              ? Optional.empty()
              : Optional.of(move(Deed.JOINED, tokens.getOrDefault(id, Set.of()), Set.of()));
      case "LEAVING", "LEFT", "removing", "removed" ->
          Optional.of(move(Deed.LEAVING, Set.of(), Set.of(id)));
      case "MOVING" -> Optional.of(move(Deed.MOVING, tokens(Set.of(detail())), Set.of(id)));
      default -> Optional.empty();
    };
  }

  /** Tokens as servers write them; none where the partitioner's are no numbers of 64 bits. */
  static Set<Long> tokens(Set<String> texts) {
    try {
      return texts.stream().map(Long::valueOf).collect(Collectors.toUnmodifiableSet());
    } catch (NumberFormatException ofAnotherPartitioner) {
      return Set.of();
    }
  }

  private RingMove move(Deed deed, Set<Long> tokens, Set<UUID> left) {
    return new RingMove(address.toString(), deed, tokens, left, place);
  }

  /** The nodes of an address as servers write it, with or without its port. */
  private static Set<UUID> named(List<GossipRow> rows, String text) {
    return rows.stream()
        .filter(row -> row.isNamed(text))
        .map(GossipRow::id)
        .collect(Collectors.toUnmodifiableSet());
  }

  private boolean isNamed(String text) {
    String host = address.getAddress().getHostAddress();
    return text.equals(host)
        || text.equals(host + ":" + address.getPort())
        || text.equals("[" + host + "]:" + address.getPort());
  }
}
