package org.quorate.cassandra.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

class EventsTest {
  private static final TableName CARTS = new TableName("shop", "carts");

  private final AtomicLong now = new AtomicLong();
  private final List<LevelEvent> heard = new ArrayList<>();
  private final Events events =
      new Events(
          List.of(
              event -> {
                throw new AssertionError("a listener that fails");
              },
              heard::add),
          Duration.ofNanos(10),
          now::get,
          InstantSource.fixed(Instant.EPOCH));

  @Test
  void oneOfAKindAndTableIsToldInAPeriodAndTheOthersAreCounted() {
    tell(CARTS);
    now.set(9);
    tell(CARTS);
    tell(CARTS);
    now.set(10);
    tell(CARTS);
    assertThat(heard).extracting(LevelEvent::heldBack).containsExactly(0L, 2L);
    assertThat(events.count(Kind.LEVEL_CHANGED)).isEqualTo(4);
    assertThat(events.count(Kind.SWITCHED)).isZero();
    assertThat(heard.get(1))
        .hasToString("shop.carts: ONE -> ALL: because (and 2 more like this since the last)");
  }

  @Test
  void theLastThatWasHeldBackIsToldWhenThePeriodIsOver() {
    tell(CARTS);
    now.set(5);
    tell(CARTS);
    events.tell(Kind.LEVEL_CHANGED, CARTS, Level.ALL, Level.ONE, "quiet again");
    events.tellLate();
    assertThat(heard).as("the period is not over").hasSize(1);
    now.set(10);
    events.tellLate();
    assertThat(heard).hasSize(2);
    assertThat(heard.get(1).to()).isEqualTo(Level.ONE);
    assertThat(heard.get(1).heldBack()).isEqualTo(1);
    events.tellLate();
    now.set(19);
    tell(CARTS);
    assertThat(heard).as("a late one begins a period of its own").hasSize(2);
  }

  @Test
  void tablesAndKindsDoNotHoldEachOtherBack() {
    tell(CARTS);
    tell(new TableName("shop", "orders"));
    events.tell(Kind.SWITCHED, CARTS, null, Level.ONE, "pinned");
    assertThat(heard).hasSize(3);
  }

  private void tell(TableName table) {
    events.tell(Kind.LEVEL_CHANGED, table, Level.ONE, Level.ALL, "because");
  }
}
