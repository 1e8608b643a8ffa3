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

class ServerQueueTest {
  private static final long BYTES = 100;
  private static final int MOST = 2;
  private static final double BOUND = 1;

  private final ServerQueue queue = new ServerQueue("server");

  @Test
  void rowsDepartByAgeWhetherNewOrComingBack() {
    RowQueue fresh = row("fresh", 10);
    RowQueue old = row("old", 5);
    RowQueue young = row("young", 20);
    queue.addFresh(fresh);
    queue.addReturned(old);
    queue.addReturned(young);
    Flight flight = queue.depart(FlushReason.FULL, 1_000, false, 30);
    assertThat(flight.parts()).extracting(part -> part.row).containsExactly(old, fresh, young);
    assertThat(flight.bytes()).isEqualTo(3 * BYTES);
    assertThat(queue.oldest()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void whatCannotWaitGoesBeforeAllOthersAndInSpiteOfFlushesUnderWay() {
    RowQueue old = row("old", 5);
    RowQueue urgent = row("urgent", 10);
    queue.addFresh(old);
    queue.addFresh(urgent);
    assertThat(due(20, false, -1)).isNull();
    urgent.urgentThrough = 10;
    queue.hurry(urgent);
    assertThat(queue.due(20, 1_000, 1_000, false, 0, -1)).isEqualTo(FlushReason.ASKED);
    Flight flight = queue.depart(FlushReason.ASKED, 1_000, true, 20);
    assertThat(flight.parts()).extracting(part -> part.row).containsExactly(urgent);
  }

  @Test
  void aRowStaysUrgentUntilAllThatWasAskedForHasDeparted() {
    RowQueue row = row("a", 5);
    row.append(write("a", 6));
    row.append(write("a", 7));
    row.urgentThrough = 6;
    queue.addReturned(row);
    Flight first = queue.depart(FlushReason.ASKED, BYTES, true, 20);
    assertThat(first.writes()).isEqualTo(1);
    row.removeFirst();
    queue.addReturned(row);
    assertThat(due(20, false, -1)).isEqualTo(FlushReason.ASKED);
    Flight second = queue.depart(FlushReason.ASKED, BYTES, true, 20);
    assertThat(second.writes()).isEqualTo(1);
    row.removeFirst();
    queue.addReturned(row);
    assertThat(row.isUrgent()).isFalse();
  }

  @Test
  void aFlushStartsWhenItIsFullOrWaitedLongEnoughOrIsAskedFor() {
    queue.addFresh(row("a", 5));
    assertThat(due(20, false, -1)).isNull();
    assertThat(due(1_005, false, -1)).isEqualTo(FlushReason.WAITED);
    assertThat(due(20, false, 4)).isNull();
    assertThat(due(20, false, 5)).isEqualTo(FlushReason.ASKED);
    for (int row = 0; row < 9; row++) {
      queue.addFresh(row("b" + row, 6));
    }
    assertThat(due(20, false, -1)).isEqualTo(FlushReason.FULL);
  }

  @Test
  void callsThatWaitForRoomHastenAFlushUnlessAnAnswerWillMakeRoomAnyway() {
    queue.addFresh(row("a", 5));
    assertThat(due(20, true, -1)).isEqualTo(FlushReason.PRESSURE);
    Flight flight = queue.depart(FlushReason.PRESSURE, 1_000, false, 20);
    queue.addFresh(row("b", 21));
    assertThat(due(22, true, -1)).isNull();
    land(flight);
    assertThat(due(22, true, -1)).isEqualTo(FlushReason.PRESSURE);
  }

  @Test
  void rowsOfWhichOneWasRefusedGoInSmallFlushesAndByThemselves() {
    queue.addReturned(suspect("a", 1, 2));
    queue.addReturned(suspect("b", 2, 2));
    queue.addReturned(suspect("c", 3, 2));
    queue.addReturned(suspect("d", 4, 1));
    queue.addReturned(suspect("e", 5, 2));
    queue.addFresh(row("f", 6));
    queue.addReturned(suspect("g", 7, 2));
    List<String> flights = new ArrayList<>();
    for (Flight next = all(); next.rows() > 0; next = all()) {
      flights.add(next.parts().stream().map(part -> part.row.key.toString()).collect(joining()));
    }
    assertThat(flights).containsExactly("ab", "c", "d", "e", "f", "g");
  }

  @Test
  void aFlushHasNoMoreMutationsThanHBaseLikes() {
    for (int row = 0; row < 6; row++) {
      queue.addFresh(large("r" + row, row));
    }
    Flight first = all();
    assertThat(first.writes()).isEqualTo(Flight.MOST_WRITES);
    assertThat(first.rows()).isEqualTo(4);
    assertThat(all().writes()).isEqualTo(2_000);
  }

  @Test
  void aFlushIsFullWhenAsManyWritesWaitAsItMayHave() {
    for (int row = 0; row < 3; row++) {
      queue.addFresh(large("r" + row, row));
    }
    RowQueue last = row("s", 3);
    queue.addFresh(last);
    for (int write = 1; write < 1_000; write++) {
      assertThat(queue.due(20, 1_000, Long.MAX_VALUE, false, MOST, -1)).isNull();
      last.append(write("s", 3));
      queue.grew(BYTES);
    }
    assertThat(queue.due(20, 1_000, Long.MAX_VALUE, false, MOST, -1)).isEqualTo(FlushReason.FULL);
    Flight flight = queue.depart(FlushReason.FULL, Long.MAX_VALUE, false, 20);
    assertThat(flight.writes()).isEqualTo(Flight.MOST_WRITES);
    assertThat(queue.due(20, 1_000, Long.MAX_VALUE, false, MOST, -1)).isNull();
  }

  @Test
  void whatWentTogetherGoesTogetherAgainThoughOthersFillTheFlush() {
    for (int row = 0; row < 3; row++) {
      queue.addFresh(large("r" + row, row));
    }
    queue.addFresh(row("s", 3));
    RowQueue together = large("t", 4);
    long unused = together.depart(1_000, 1_000_000, 5);
    together.comeBack();
    queue.addReturned(together);
    assertThat(all().writes()).isEqualTo(3_001);
    assertThat(all().writes()).isEqualTo(1_000);
  }

  @Test
  void whatAServerTakesIsKnownFromTimesWhenItCouldHaveTakenMore() {
    queue.addFresh(row("a", 1));
    queue.addFresh(row("b", 2));
    queue.addFresh(row("c", 3));
    Flight first = queue.depart(FlushReason.FULL, BYTES, false, 10);
    assertThat(queue.drainSeconds(1, MOST, BOUND)).as("it is sent whatever there is").isZero();
    Flight second = queue.depart(FlushReason.FULL, BYTES, false, 10);
    assertThat(second.rows()).isEqualTo(1);
    assertThat(queue.drainSeconds(1, MOST, BOUND)).as("congested since now only").isZero();
    land(first);
    queue.addFresh(row("d", 4));
    queue.addFresh(row("e", 5));
    Flight third = queue.depart(FlushReason.FULL, BYTES, false, 20);
    assertThat(third.bytes()).isEqualTo(BYTES);
    assertThat(queue.drainSeconds(0.5, MOST, BOUND))
        .as("400 bytes at 200 a second")
        .isCloseTo(2, within(1e-9));
  }

  @Test
  void whatAServerTakesIsNotForgottenWhileItPausesForLessThanTheBound() {
    for (int row = 0; row < 8; row++) {
      queue.addFresh(row("r" + row, row));
    }
    Flight first = queue.depart(FlushReason.FULL, BYTES, false, 10);
    Flight second = queue.depart(FlushReason.FULL, 2 * BYTES, false, 10);
    assertThat(look(0.25)).isZero();
    land(first);
    Flight third = queue.depart(FlushReason.FULL, BYTES, false, 20);
    assertThat(look(0.25)).as("700 bytes at 400 a second").isCloseTo(1.75, within(1e-9));
    queue.addFresh(row("late", 21));
    for (int pause = 0; pause < 4; pause++) {
      assertThat(look(0.25)).as("800 bytes").isCloseTo(2, within(1e-9));
    }
    assertThat(look(0.25)).as("longer than the bound").isZero();
    land(second);
    assertThat(queue.depart(FlushReason.FULL, BYTES, false, 30).rows()).isEqualTo(1);
    assertThat(look(0.25))
        .as("600 bytes at the mean of 400, and of 200 in the 1.5 s since the first")
        .isCloseTo(600 / ((400 + 200 / 1.5) / 2), within(1e-9));
    land(third);
  }

  /** One row that fails must not hide how many others a server takes. */
  @Test
  void whatIsAcknowledgedOfAFlightCountsThoughOneOfItsRowsFailed() {
    for (int row = 0; row < 6; row++) {
      queue.addFresh(row("r" + row, row));
    }
    Flight first = queue.depart(FlushReason.FULL, 3 * BYTES, false, 10);
    Flight second = queue.depart(FlushReason.FULL, BYTES, false, 10);
    assertThat(second.rows()).isEqualTo(1);
    assertThat(queue.drainSeconds(1, MOST, BOUND)).isZero();
    first.parts().forEach(part -> first.answered(part, part != first.parts().get(1)));
    assertThat(first.isAnswered()).isTrue();
    assertThat(first.hasFailures()).isTrue();
    queue.landed(first);
    Flight third = queue.depart(FlushReason.FULL, BYTES, false, 20);
    assertThat(third.rows()).isEqualTo(1);
    assertThat(queue.drainSeconds(1, MOST, BOUND))
        .as("300 bytes at 200 a second")
        .isCloseTo(1.5, within(1e-9));
  }

  private double look(double seconds) {
    return queue.drainSeconds(seconds, MOST, BOUND);
  }

  private void land(Flight flight) {
    flight.parts().forEach(part -> flight.answered(part, true));
    queue.landed(flight);
  }

  private Flight all() {
    return queue.depart(FlushReason.ASKED, 1_000_000, false, 30);
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
    return queue.due(now, 1_000, 10 * BYTES, pressed, MOST, askedThrough);
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
