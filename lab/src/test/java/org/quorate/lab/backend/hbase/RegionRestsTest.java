package org.quorate.lab.backend.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.reflect.Proxy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.core.offload.OffloadDecision;
import org.quorate.lab.backend.Offloading;
import org.quorate.lab.backend.RestTimes;
import org.quorate.lab.engine.RunningNode;
import org.quorate.study.result.OffloadResult;
import org.quorate.study.result.RunEvent;

class RegionRestsTest {
  private static final long SECOND = 1_000_000_000L;

  private final RunningNode two = node("node2");
  private final RunningNode three = node("node3");
  private long now = 100 * SECOND;
  private final RegionRests rests = new RegionRests(new RestTimes(() -> now));

  @Test
  void everyChangeIsOnTheTimeLineOfTheRun() {
    now += 3 * SECOND;
    rests.chosen(57, new OffloadDecision(1, "Little is asked."), 3);
    now += SECOND / 2;
    rests.moved(true);
    rests.moved(false);
    rests.moved(true);
    rests.spread(2, 0.5);
    rests.rests(two, true);
    rests.rests(three, false);
    now += 10 * SECOND;
    rests.chosen(600, new OffloadDecision(2, "Much is asked."), 3);
    rests.wakes(two);
    now += 4 * SECOND;
    rests.spread(1, 0.4);
    rests.serves(two, 4);
    Offloading.Offloaded done = rests.times().between(100 * SECOND, 130 * SECOND);

    assertThat(done.choices())
        .containsExactly(
            new OffloadResult.Choice(3, 57, 1, "Little is asked."),
            new OffloadResult.Choice(13.5, 600, 2, "Much is asked."));
    assertThat(done.rests())
        .containsExactly(
            new OffloadResult.Rest("node2", 3.5, 13.5, true),
            new OffloadResult.Rest("node3", 3.5, 30, false));
    assertThat(done.moves()).isEqualTo(3);
    assertThat(done.failedMoves()).isEqualTo(1);
    assertThat(done.events())
        .extracting(RunEvent::text)
        .containsExactly(
            "Little is asked. 1 of 3 servers shall be awake.",
            "2 regions were moved in 0.5 s.",
            "node2 was stopped, holding no region.",
            "node3 rests, idle.",
            "Much is asked. 2 of 3 servers shall be awake.",
            "node2 is started.",
            "1 region was moved in 0.4 s.",
            "node2 serves again, 4.0 s after it was wanted.");
    assertThat(done.events().get(5).second()).isCloseTo(13.5, within(1e-9));
  }

  @Test
  void whatLiesBeyondTheRunIsLeftOut() {
    rests.rests(two, false);
    now += 5 * SECOND;
    rests.wakes(two);
    now += 60 * SECOND;
    rests.rests(three, false);
    rests.chosen(1, new OffloadDecision(1, "Late."), 3);
    Offloading.Offloaded done = rests.times().between(102 * SECOND, 103 * SECOND);

    assertThat(done.rests()).containsExactly(new OffloadResult.Rest("node2", 0, 1, false));
    assertThat(done.choices()).isEmpty();
    assertThat(done.events()).extracting(RunEvent::text).isEqualTo(List.of("node2 rests, idle."));
  }

  /** A server that only has a name. */
  private static RunningNode node(String name) {
    return (RunningNode)
        Proxy.newProxyInstance(
            RegionRestsTest.class.getClassLoader(),
            new Class<?>[] {RunningNode.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("name")) {
                return name;
              }
              throw new UnsupportedOperationException(method.getName());
            });
  }
}
