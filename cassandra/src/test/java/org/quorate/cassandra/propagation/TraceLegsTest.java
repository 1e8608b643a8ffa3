package org.quorate.cassandra.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.cassandra.access.NodeAddress;

class TraceLegsTest {
  private static final NodeAddress ONE = new NodeAddress("10.0.0.1", 7000);
  private static final NodeAddress TWO = new NodeAddress("10.0.0.2", 7000);
  private static final NodeAddress THREE = new NodeAddress("10.0.0.3", 7000);
  private static final Offset<Double> EXACT = within(1e-12);

  /** Of a read at ALL through node 1, as 4.1 and 5.0 tell it, without what they say of its rows. */
  private static final List<TraceEvent> READ =
      List.of(
          event(ONE, 410, "reading data from /10.0.0.2:7000"),
          event(ONE, 450, "reading digest from /10.0.0.3:7000"),
          event(ONE, 500, "Sending READ_REQ message to /10.0.0.2:7000 message size 145 bytes"),
          event(ONE, 600, "Sending READ_REQ message to /10.0.0.3:7000 message size 146 bytes"),
          event(TWO, 20, "READ_REQ message received from /10.0.0.1:7000"),
          event(TWO, 700, "Enqueuing response to /10.0.0.1:7000"),
          event(TWO, 1_020, "Sending READ_RSP message to /10.0.0.1:7000 message size 50 bytes"),
          event(THREE, 40, "READ_REQ message received from /10.0.0.1:7000"),
          event(THREE, 5_040, "Sending READ_RSP message to /10.0.0.1:7000 message size 50 bytes"),
          event(ONE, 3_500, "READ_RSP message received from /10.0.0.2:7000"),
          event(ONE, 3_600, "Processing response from /10.0.0.2:7000"),
          event(ONE, 48_600, "READ_RSP message received from /10.0.0.3:7000"));

  @Test
  void aLegIsTheRoundTripOfOneClockWithoutWhatTheReplicaTookByItsOwn() {
    TraceLegs legs = TraceLegs.of(READ);
    assertThat(legs.coordinator()).isEqualTo(ONE);
    assertThat(legs.legs()).extracting(TraceLegs.Leg::replica).containsExactly(TWO, THREE);
    assertThat(leg(legs, TWO).roundTripSeconds()).isCloseTo(0.003, EXACT);
    assertThat(leg(legs, TWO).atReplicaSeconds()).isCloseTo(0.001, EXACT);
    assertThat(leg(legs, THREE).linksSeconds()).isCloseTo(0.043, EXACT);
    assertThat(legs.isComplete(2)).isTrue();
    assertThat(legs.isComplete(3)).isFalse();
  }

  @Test
  void whatServersOfOneAddressTellIsKeptApartByPorts() {
    // The lines of a published trace of three servers of 4.0.3 on one computer.
    NodeAddress first = new NodeAddress("127.0.0.1", 7000);
    NodeAddress second = new NodeAddress("127.0.0.1", 8100);
    NodeAddress third = new NodeAddress("127.0.0.1", 9000);
    TraceLegs legs =
        TraceLegs.of(
            List.of(
                sending(first, 17_142, "READ_REQ", "/127.0.0.1:8100", 79),
                sending(first, 17_873, "READ_REQ", "/127.0.0.1:9000", 80),
                event(third, 95, "READ_REQ message received from /127.0.0.1:7000"),
                event(second, 572, "READ_REQ message received from /127.0.0.1:7000"),
                sending(third, 8_400, "READ_RSP", "/127.0.0.1:7000", 50),
                event(first, 31_707, "READ_RSP message received from /127.0.0.1:9000"),
                sending(second, 14_746, "READ_RSP", "/127.0.0.1:7000", 64),
                event(first, 36_700, "READ_RSP message received from /127.0.0.1:8100")));
    assertThat(leg(legs, second).roundTripSeconds()).isCloseTo(0.019558, EXACT);
    assertThat(leg(legs, second).atReplicaSeconds()).isCloseTo(0.014174, EXACT);
    assertThat(leg(legs, third).roundTripSeconds()).isCloseTo(0.013834, EXACT);
    assertThat(leg(legs, third).atReplicaSeconds()).isCloseTo(0.008305, EXACT);
  }

  @Test
  void aNameBeforeAnAddressIsNoPartOfIt() {
    // The lines of a published trace of two servers of 4.0.5 in containers.
    NodeAddress first = new NodeAddress("172.20.0.2", 7000);
    NodeAddress second = new NodeAddress("172.20.0.3", 7000);
    TraceLegs legs =
        TraceLegs.of(
            List.of(
                sending(first, 17_278, "READ_REQ", "node-2/172.20.0.3:7000", 117),
                event(second, 1_062, "READ_REQ message received from /172.20.0.2:7000"),
                sending(second, 14_763, "READ_RSP", "node-1/172.20.0.2:7000", 124),
                event(first, 38_064, "READ_RSP message received from /172.20.0.3:7000")));
    assertThat(leg(legs, second).linksSeconds()).isCloseTo(0.007085, EXACT);
  }

  @Test
  void theOrderInWhichEventsAreReadDoesNotMatter() {
    List<TraceEvent> shuffled = new ArrayList<>(READ);
    Random random = new Random(7);
    for (int i = 0; i < 50; i++) {
      Collections.shuffle(shuffled, random);
      assertThat(TraceLegs.of(shuffled).legs())
          .containsExactlyInAnyOrderElementsOf(TraceLegs.of(READ).legs());
    }
  }

  @Test
  void whatIsMissingMakesAReplicaUnknownAndNoOther() {
    for (TraceEvent missing : READ) {
      List<TraceEvent> rest = READ.stream().filter(event -> !event.equals(missing)).toList();
      TraceLegs legs = TraceLegs.of(rest);
      assertThat(legs.legs()).hasSizeBetween(1, 2);
      assertThat(TraceLegs.of(READ).legs()).containsAnyElementsOf(legs.legs());
    }
    TraceLegs early =
        TraceLegs.of(READ.stream().filter(event -> event.source().equals(ONE)).toList());
    assertThat(early.legs()).hasSize(2).noneMatch(TraceLegs.Leg::isReplicaKnown);
    assertThat(early.isComplete(2)).isFalse();
    assertThat(early.legs()).allMatch(leg -> Double.isNaN(leg.linksSeconds()));
    assertThat(TraceLegs.of(List.of())).isEqualTo(TraceLegs.NONE);
  }

  @Test
  void aReplicaThatWasAskedTwiceIsLeftOut() {
    List<TraceEvent> events = new ArrayList<>(READ);
    events.add(sending(ONE, 9_000, "READ_REQ", "/10.0.0.3:7000", 146));
    assertThat(TraceLegs.of(events).legs()).extracting(TraceLegs.Leg::replica).containsExactly(TWO);
  }

  @Test
  void whereTwoNodesSendRequestsNobodyKnowsWhoCoordinates() {
    List<TraceEvent> events = new ArrayList<>(READ);
    events.add(event(TWO, 10, "Sending READ_REQ message to /10.0.0.3:7000 message size 146 bytes"));
    assertThat(TraceLegs.of(events)).isEqualTo(TraceLegs.NONE);
  }

  @Test
  void timesThatCannotBeAreNotKnown() {
    String sent = "Sending READ_REQ message to /10.0.0.2:7000 message size 145 bytes";
    String received = "READ_RSP message received from /10.0.0.2:7000";
    assertThat(TraceLegs.of(List.of(event(ONE, 9, sent), event(ONE, 8, received))).legs())
        .isEmpty();
    assertThat(TraceLegs.of(List.of(event(ONE, -9, sent), event(ONE, 8, received))).legs())
        .isEmpty();
    TraceEvent forgotten = new TraceEvent(ONE, received, OptionalInt.empty());
    assertThat(TraceLegs.of(List.of(event(ONE, 9, sent), forgotten)).legs()).isEmpty();
    TraceLegs longer =
        TraceLegs.of(
            List.of(
                event(ONE, 0, sent),
                event(ONE, 100, received),
                event(TWO, 0, "READ_REQ message received from /10.0.0.1:7000"),
                sending(TWO, 101, "READ_RSP", "/10.0.0.1:7000", 1)));
    assertThat(leg(longer, TWO).isReplicaKnown()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "Sending READ_REQ message to ",
        "Sending READ_REQ message to / message size 1 bytes",
        "Sending READ_REQ message to 10.0.0.2:7000 message size 1 bytes",
        "Sending READ_REQ message to /10.0.0.2 message size 1 bytes",
        "Sending READ_REQ message to /:7000 message size 1 bytes",
        "Sending READ_REQ message to /[]:7000 message size 1 bytes",
        "Sending READ_REQ message to /10.0.0.2:0 message size 1 bytes",
        "Sending READ_REQ message to /10.0.0.2:70000 message size 1 bytes",
        "Sending READ_REQ message to /10.0.0.2:99999999999 message size 1 bytes",
        "Sending READ_REQ message to /10.0.0.2:7000 message size 99999999999 bytes",
        "Sending MUTATION_REQ message to /10.0.0.2:7000 message size 1 bytes",
        "Executing 'Sending READ_REQ message to /10.0.0.2:7000 message size 1 bytes'",
        "READ_RSP message received from /10.0.0.2:7000 \u0000",
      })
  void whatIsNoSuchMessageChangesNothing(String text) {
    List<TraceEvent> events = new ArrayList<>(READ);
    events.add(event(ONE, 1, text));
    events.add(event(THREE, 1, text + "x".repeat(100_000)));
    assertThat(TraceLegs.of(events)).isEqualTo(TraceLegs.of(READ));
  }

  @Test
  void replicasOfOtherDataCentersCanBeLeftOut() {
    TraceLegs near = TraceLegs.of(READ).among(List.of(ONE, new NodeAddress("10.0.0.3", 0)));
    assertThat(near.legs()).extracting(TraceLegs.Leg::replica).containsExactly(THREE);
    assertThat(near.coordinator()).isEqualTo(ONE);
  }

  private static TraceLegs.Leg leg(TraceLegs legs, NodeAddress replica) {
    return legs.legs().stream()
        .filter(leg -> leg.replica().equals(replica))
        .findFirst()
        .orElseThrow();
  }

  private static TraceEvent sending(
      NodeAddress source, int micros, String verb, String to, int bytes) {
    return event(
        source,
        micros,
        "Sending %s message to %s message size %d bytes".formatted(verb, to, bytes));
  }

  private static TraceEvent event(NodeAddress source, int micros, String activity) {
    return new TraceEvent(source, activity, OptionalInt.of(micros));
  }
}
