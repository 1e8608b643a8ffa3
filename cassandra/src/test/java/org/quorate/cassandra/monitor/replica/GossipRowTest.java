package org.quorate.cassandra.monitor.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.core.replica.NodePlace;
import org.quorate.core.replica.RingMove;
import org.quorate.core.replica.RingMove.Deed;

/** What servers say of themselves, in the words of Cassandra 4.1 and 5.0. */
class GossipRowTest {
  private static final UUID KNOWN = new UUID(0, 1);
  private static final UUID NEW = new UUID(0, 2);
  private static final NodePlace HERE = new NodePlace("dc1", "rack1");

  private static GossipRow row(UUID id, String status) {
    long number = id.getLeastSignificantBits();
    return new GossipRow(new InetSocketAddress("127.0.0." + number, 7000), id, 1, 1, HERE, status);
  }

  private static Map<UUID, RingMove> moves(UUID of, String status, Map<UUID, Set<Long>> tokens) {
    UUID other = of.equals(KNOWN) ? NEW : KNOWN;
    String stays = other.equals(KNOWN) ? "NORMAL,5" : "";
    return GossipRow.moves(List.of(row(of, status), row(other, stays)), Set.of(KNOWN), tokens);
  }

  /** The older one is there until servers forget it, with the greatest version if it has ended. */
  @ParameterizedTest
  @CsvSource({"11, 5, 10, 2147483647", "11, 5, 10, 900", "11, 6, 11, 5"})
  void ofTwoRowsOfANodeThatOfTheLaterStartCounts(
      int generation, int heartbeat, int oldGeneration, int oldHeartbeat) {
    GossipRow other = row(NEW, "NORMAL,5");
    GossipRow now = started("127.0.0.2", generation, heartbeat);
    GossipRow before = started("127.0.0.3", oldGeneration, oldHeartbeat);
    assertThat(GossipRow.newest(List.of(other, before, now))).containsExactly(other, now);
    assertThat(GossipRow.newest(List.of(now, before, other))).containsExactly(now, other);
  }

  private static GossipRow started(String address, int generation, int heartbeat) {
    return new GossipRow(
        new InetSocketAddress(address, 7000), KNOWN, generation, heartbeat, HERE, "NORMAL,5");
  }

  @Test
  void aNodeThatJoinsTellsItsToken() {
    assertThat(moves(NEW, "BOOT,-3074457345618258603", Map.of()))
        .isEqualTo(
            Map.of(
                NEW,
                new RingMove(
                    "/127.0.0.2:7000",
                    Deed.JOINING,
                    Set.of(-3074457345618258603L),
                    Set.of(),
                    HERE)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"BOOT_REPLACE,127.0.0.1:7000", "BOOT_REPLACE,127.0.0.1"})
  void oneThatReplacesAnotherTakesItsRanges(String status) {
    assertThat(moves(NEW, status, Map.of()).get(NEW))
        .isEqualTo(new RingMove("/127.0.0.2:7000", Deed.JOINING, Set.of(), Set.of(KNOWN), HERE));
  }

  @Test
  void aMemberThatTheDriverDoesNotKnowHasJoined() {
    assertThat(moves(NEW, "NORMAL,5", Map.of(NEW, Set.of(5L, 6L))).get(NEW))
        .isEqualTo(new RingMove("/127.0.0.2:7000", Deed.JOINED, Set.of(5L, 6L), Set.of(), HERE));
    assertThat(moves(NEW, "NORMAL,5", Map.of()).get(NEW))
        .as("its other tokens are not known")
        .isEqualTo(new RingMove("/127.0.0.2:7000", Deed.JOINED, Set.of(), Set.of(), HERE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "LEAVING,5",
        "LEFT,5,1764000000000",
        "removing,00000000-0000-0000-0000-000000000001",
        "removed,00000000-0000-0000-0000-000000000001,1764000000000"
      })
  void oneThatLeavesOrIsRemovedGivesUpItsRanges(String status) {
    assertThat(moves(KNOWN, status, Map.of()))
        .isEqualTo(
            Map.of(
                KNOWN,
                new RingMove("/127.0.0.1:7000", Deed.LEAVING, Set.of(), Set.of(KNOWN), HERE)));
  }

  @Test
  void oneThatMovesTellsItsTokenAndGivesUpItsRanges() {
    assertThat(moves(KNOWN, "MOVING,7", Map.of()).get(KNOWN))
        .isEqualTo(new RingMove("/127.0.0.1:7000", Deed.MOVING, Set.of(7L), Set.of(KNOWN), HERE));
  }

  @ParameterizedTest
  @CsvSource({"'NORMAL,5'", "'shutdown,true'", "'hibernate,true'", "''"})
  void theOthersStay(String status) {
    assertThat(moves(KNOWN, status, Map.of())).isEmpty();
  }

  @Test
  void tokensOfOtherPartitionersAreNotKnown() {
    assertThat(GossipRow.tokens(Set.of("5", "170141183460469231731687303715884105727"))).isEmpty();
    assertThat(moves(NEW, "BOOT,cafe", Map.of()).get(NEW).tokens()).isEmpty();
  }
}
