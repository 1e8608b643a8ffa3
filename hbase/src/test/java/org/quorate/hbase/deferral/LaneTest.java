package org.quorate.hbase.deferral;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.quorate.hbase.metric.FlushReason;
import org.quorate.hbase.row.RowKey;

class LaneTest {
  private static final long BYTES = 100;
  private static final int MOST = 2;
  private static final double BOUND = 1;

  private final Lane lane = new Lane("server");

  @Test
  void rowsDepartByAgeWhetherNewOrComingBack() {
    RowQueue fresh = row("fresh", 10);
    RowQueue old = row("old", 5);
    RowQueue young = row("young", 20);
    lane.addFresh(fresh);
    lane.addReturned(old);
    lane.addReturned(young);
    Flight flight = lane.depart(FlushReason.FULL, 1_000, false, 30);
    assertThat(flight.parts()).extracting(part -> part.row).containsExactly(old, fresh, young);
    assertThat(flight.bytes()).isEqualTo(3 * BYTES);
    assertThat(lane.oldest()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void whatCannotWaitGoesBeforeAllOthersAndInSpiteOfFlushesUnderWay() {
    RowQueue old = row("old", 5);
    RowQueue urgent = row("urgent", 10);
    lane.addFresh(old);
    lane.addFresh(urgent);
    assertThat(due(20, false, -1)).isNull();
    urgent.urgentThrough = 10;
    lane.hurry(urgent);
    assertThat(lane.due(20, 1_000, 1_000, false, 0, -1)).isEqualTo(FlushReason.ASKED);
    Flight flight = lane.depart(FlushReason.ASKED, 1_000, true, 20);
    assertThat(flight.parts()).extracting(part -> part.row).containsExactly(urgent);
  }

  @Test
  void aRowStaysUrgentUntilAllThatWasAskedForHasDeparted() {
    RowQueue row = row("a", 5);
    row.append(write("a", 6));
    row.append(write("a", 7));
    row.urgentThrough = 6;
    lane.addReturned(row);
    Flight first = lane.depart(FlushReason.ASKED, BYTES, true, 20);
    assertThat(first.writes()).isEqualTo(1);
    row.removeFirst();
    lane.addReturned(row);
    assertThat(due(20, false, -1)).isEqualTo(FlushReason.ASKED);
    Flight second = lane.depart(FlushReason.ASKED, BYTES, true, 20);
    assertThat(second.writes()).isEqualTo(1);
    row.removeFirst();
    lane.addReturned(row);
    assertThat(row.isUrgent()).isFalse();
  }

  @Test
  void aFlushStartsWhenItIsFullOrWaitedLongEnoughOrIsAskedFor() {
    lane.addFresh(row("a", 5));
    assertThat(due(20, false, -1)).isNull();
    assertThat(due(1_005, false, -1)).isEqualTo(FlushReason.WAITED);
    assertThat(due(20, false, 4)).isNull();
    assertThat(due(20, false, 5)).isEqualTo(FlushReason.ASKED);
    for (int row = 0; row < 9; row++) {
      lane.addFresh(row("b" + row, 6));
    }
    assertThat(due(20, false, -1)).isEqualTo(FlushReason.FULL);
  }

  @Test
  void callsThatWaitForRoomHastenAFlushUnlessAnAnswerWillMakeRoomAnyway() {
    lane.addFresh(row("a", 5));
    assertThat(due(20, true, -1)).isEqualTo(FlushReason.PRESSURE);
    Flight flight = lane.depart(FlushReason.PRESSURE, 1_000, false, 20);
    lane.addFresh(row("b", 21));
    assertThat(due(22, true, -1)).isNull();
    land(flight);
    assertThat(due(22, true, -1)).isEqualTo(FlushReason.PRESSURE);
  }

  @Test
  void rowsOfWhichOneWasRefusedGoInSmallFlushesAndByThemselves() {
    lane.addReturned(suspect("a", 1, 2));
    lane.addReturned(suspect("b", 2, 2));
    lane.addReturned(suspect("c", 3, 2));
    lane.addReturned(suspect("d", 4, 1));
    lane.addReturned(suspect("e", 5, 2));
    lane.addFresh(row("f", 6));
    lane.addReturned(suspect("g", 7, 2));
    List<String> flights = new ArrayList<>();
    for (Flight next = all(); next.rows() > 0; next = all()) {
      flights.add(next.parts().stream().map(part -> part.row.key.toString()).collect(joining()));
    }
    assertThat(flights).containsExactly("ab", "c", "d", "e", "f", "g");
  }

  @Test
  void aFlushHasNoMoreMutationsThanHBaseLikes() {
    for (int row = 0; row < 6; row++) {
      lane.addFresh(large("r" + row, row));
    }
    Flight first = all();
    assertThat(first.writes()).isEqualTo(Flight.MOST_WRITES);
    assertThat(first.rows()).isEqualTo(4);
    assertThat(all().writes()).isEqualTo(2_000);
  }

  @Test
  void aFlushIsFullWhenAsManyWritesWaitAsItMayHave() {
    for (int row = 0; row < 3; row++) {
      lane.addFresh(large("r" + row, row));
    }
    RowQueue last = row("s", 3);
    lane.addFresh(last);
    for (int write = 1; write < 1_000; write++) {
      assertThat(lane.due(20, 1_000, Long.MAX_VALUE, false, MOST, -1)).isNull();
      last.append(write("s", 3));
      lane.grew(BYTES);
    }
    assertThat(lane.due(20, 1_000, Long.MAX_VALUE, false, MOST, -1)).isEqualTo(FlushReason.FULL);
    Flight flight = lane.depart(FlushReason.FULL, Long.MAX_VALUE, false, 20);
    assertThat(flight.writes()).isEqualTo(Flight.MOST_WRITES);
    assertThat(lane.due(20, 1_000, Long.MAX_VALUE, false, MOST, -1)).isNull();
  }

  @Test
  void whatWentTogetherGoesTogetherAgainThoughOthersFillTheFlush() {
    for (int row = 0; row < 3; row++) {
      lane.addFresh(large("r" + row, row));
    }
    lane.addFresh(row("s", 3));
    RowQueue together = large("t", 4);
    long unused = together.depart(1_000, 1_000_000, 5);
    together.comeBack();
    lane.addReturned(together);
    assertThat(all().writes()).isEqualTo(3_001);
    assertThat(all().writes()).isEqualTo(1_000);
  }

  @Test
  void whatAServerTakesIsKnownFromTimesWhenItCouldHaveTakenMore() {
    lane.addFresh(row("a", 1));
    lane.addFresh(row("b", 2));
    lane.addFresh(row("c", 3));
    Flight first = lane.depart(FlushReason.FULL, BYTES, false, 10);
    assertThat(lane.drainSeconds(1, MOST, BOUND)).as("it is sent whatever there is").isZero();
    Flight second = lane.depart(FlushReason.FULL, BYTES, false, 10);
    assertThat(second.rows()).isEqualTo(1);
    assertThat(lane.drainSeconds(1, MOST, BOUND)).as("congested since now only").isZero();
    land(first);
    lane.addFresh(row("d", 4));
    lane.addFresh(row("e", 5));
    Flight third = lane.depart(FlushReason.FULL, BYTES, false, 20);
    assertThat(third.bytes()).isEqualTo(BYTES);
    assertThat(lane.drainSeconds(0.5, MOST, BOUND))
        .as("400 bytes at 200 a second")
        .isCloseTo(2, within(1e-9));
  }

  @Test
  void whatAServerTakesIsNotForgottenWhileItPausesForLessThanTheBound() {
    for (int row = 0; row < 8; row++) {
      lane.addFresh(row("r" + row, row));
    }
    Flight first = lane.depart(FlushReason.FULL, BYTES, false, 10);
    Flight second = lane.depart(FlushReason.FULL, 2 * BYTES, false, 10);
    assertThat(look(0.25)).isZero();
    land(first);
    Flight third = lane.depart(FlushReason.FULL, BYTES, false, 20);
    assertThat(look(0.25)).as("700 bytes at 400 a second").isCloseTo(1.75, within(1e-9));
    lane.addFresh(row("late", 21));
    for (int pause = 0; pause < 4; pause++) {
      assertThat(look(0.25)).as("800 bytes").isCloseTo(2, within(1e-9));
    }
    assertThat(look(0.25)).as("longer than the bound").isZero();
    land(second);
    assertThat(lane.depart(FlushReason.FULL, BYTES, false, 30).rows()).isEqualTo(1);
    assertThat(look(0.25))
        .as("600 bytes at the mean of 400, and of 200 in the 1.5 s since the first")
        .isCloseTo(600 / ((400 + 200 / 1.5) / 2), within(1e-9));
    land(third);
  }

  /** One row that fails must not hide how many others a server takes. */
  @Test
  void whatIsAcknowledgedOfAFlightCountsThoughOneOfItsRowsFailed() {
    for (int row = 0; row < 6; row++) {
      lane.addFresh(row("r" + row, row));
    }
    Flight first = lane.depart(FlushReason.FULL, 3 * BYTES, false, 10);
    Flight second = lane.depart(FlushReason.FULL, BYTES, false, 10);
    assertThat(second.rows()).isEqualTo(1);
    assertThat(lane.drainSeconds(1, MOST, BOUND)).isZero();
    first.parts().forEach(part -> first.answered(part, part != first.parts().get(1)));
    assertThat(first.isAnswered()).isTrue();
    assertThat(first.hasFailures()).isTrue();
    lane.landed(first);
    Flight third = lane.depart(FlushReason.FULL, BYTES, false, 20);
    assertThat(third.rows()).isEqualTo(1);
    assertThat(lane.drainSeconds(1, MOST, BOUND))
        .as("300 bytes at 200 a second")
        .isCloseTo(1.5, within(1e-9));
  }

  private double look(double seconds) {
    return lane.drainSeconds(seconds, MOST, BOUND);
  }

  private void land(Flight flight) {
    flight.parts().forEach(part -> flight.answered(part, true));
    lane.landed(flight);
  }

  private Flight all() {
    return lane.depart(FlushReason.ASKED, 1_000_000, false, 30);
  }

  private static RowQueue suspect(String key, long acceptedAt, int company) {
    RowQueue row = row(key, acceptedAt);
    row.company = company;
    return row;
  }

  private static RowQueue large(String key, long acceptedAt) {
    RowQueue row = row(key, acceptedAt);
    for (int write = 1; write < 1_000; write++) {
      row.append(write(key, acceptedAt));
    }
    return row;
  }

  private FlushReason due(long now, boolean pressed, long askedThrough) {
    return lane.due(now, 1_000, 10 * BYTES, pressed, MOST, askedThrough);
  }

  private static RowQueue row(String key, long acceptedAt) {
    RowQueue row = new RowQueue(new RowKey(Bytes.toBytes(key)));
    row.append(write(key, acceptedAt));
    return row;
  }

  private static PendingWrite write(String key, long acceptedAt) {
    PendingWrite write =
        new PendingWrite(new Put(Bytes.toBytes(key)), null, 1, BYTES, PendingWritesCase.alone());
    write.acceptedAt = acceptedAt;
    return write;
  }
}
