package org.quorate.core.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.quorate.core.rest.RestDecision.MayRest;
import org.quorate.core.rest.RestDecision.MustStay;

/**
 * Drawn days of a gear, whose controller looks every ten seconds, takes a drawn time for what it
 * does, and is now and then killed in the middle of it. Seeds are fixed.
 */
final class GearHistoriesTest {
  private static final int LOOK = 10;
  private static final int STAY = 300;
  private static final int LONGEST = 2400;
  private static final int MOST = 700;
  private static final GearPolicy POLICY =
      new GearPolicy(new GearTerms(MOST, 0.6, Duration.ofSeconds(STAY)), Duration.ofSeconds(LOOK));

  private final Random random = new Random(23);
  private GearLoadWindow loads = loads();
  private GearState state = GearState.AWAKE;
  private int second;
  private int until;
  private int wokenAt = Integer.MIN_VALUE;
  private long executed;
  private int perSecond;
  private int rests;
  private int wakes;
  private int overdue;

  @Test
  void aGearNeverRestsTooLongOrTooSoonNorAgainstItsRows() {
    for (int day = 0; day < 40; day++) {
      second = 0;
      loads = loads();
      state = GearState.AWAKE;
      wokenAt = Integer.MIN_VALUE;
      day();
    }
    assertThat(rests).as("rests").isGreaterThan(300);
    assertThat(wakes).as("wakes").isGreaterThan(300);
    assertThat(overdue).as("rests that ended for their length").isGreaterThan(20);
  }

  private static GearLoadWindow loads() {
    return new GearLoadWindow(Set.of("node4"), POLICY.terms().shortestStay());
  }

  private void day() {
    boolean allowed = true;
    while (second < 86_400) {
      if (random.nextInt(60) == 0) {
        int drawn = random.nextInt(3) == 0 ? random.nextInt(1000) : random.nextInt(300);
        // Among 7,000 operations of a look chance is 340.
        perSecond = drawn > MOST ? drawn + 35 : drawn;
      }
      if (random.nextInt(200) == 0) {
        allowed = !allowed;
      }
      pass(LOOK);
      look(allowed ? new MayRest(Duration.ofSeconds(LONGEST), "hints", List.of()) : stay());
    }
  }

  private static MustStay stay() {
    return new MustStay("node1 is down.");
  }

  private void pass(int seconds) {
    second += seconds;
    executed += (long) perSecond * seconds;
  }

  private void look(RestDecision verdict) {
    long now = second * 1_000_000_000L;
    loads.add(now, Map.of("node1", new NodeCount(executed, now)));
    int left = until - second;
    GearObservation seen =
        new GearObservation(
            state,
            loads.load(),
            loads.certain(),
            loads.highest(),
            Duration.ofSeconds(left),
            verdict);
    GearDecision decision = POLICY.decide(seen);
    if (state == GearState.RESTING) {
      boolean wanted = perSecond > MOST || verdict instanceof MustStay || left <= LOOK;
      if (loads.load() == perSecond) {
        assertThat(decision instanceof GearDecision.Wake).isEqualTo(wanted);
      }
      assertThat(left).as("seconds until it has to be called").isGreaterThanOrEqualTo(0);
      overdue += decision instanceof GearDecision.Wake && left <= LOOK ? 1 : 0;
    }
    if (decision instanceof GearDecision.Rest) {
      assertThat(state).isIn(GearState.AWAKE, GearState.LEAVING);
      assertThat(verdict).isInstanceOf(MayRest.class);
      if (state == GearState.AWAKE) {
        assertThat((long) second - wokenAt).isGreaterThanOrEqualTo(STAY);
        until = second + LONGEST;
      }
      act(GearState.LEAVING, GearState.RESTING);
    } else if (decision instanceof GearDecision.Wake) {
      assertThat(state).isNotEqualTo(GearState.AWAKE);
      act(GearState.WAKING, GearState.AWAKE);
    }
  }

  /** What is begun ends, unless the controller does. */
  private void act(GearState under, GearState done) {
    state = under;
    pass(10 + random.nextInt(50));
    loads.clear();
    if (random.nextInt(10) == 0) {
      loads = loads();
      return;
    }
    state = done;
    if (done == GearState.AWAKE) {
      wakes++;
      wokenAt = second;
    } else {
      rests++;
    }
  }
}
