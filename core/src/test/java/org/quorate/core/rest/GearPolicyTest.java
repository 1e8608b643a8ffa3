package org.quorate.core.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.core.rest.RestDecision.MayRest;
import org.quorate.core.rest.RestDecision.MustStay;

final class GearPolicyTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final RestDecision MAY =
      new MayRest(Duration.ofMinutes(157), "the hint window of node1, 3h", List.of());
  private static final RestDecision MUST_STAY = new MustStay("node1 is down; have it back.");

  private final GearPolicy policy =
      new GearPolicy(new GearTerms(1000, 0.4, Duration.ofMinutes(10)), Duration.ofSeconds(10));

  @ParameterizedTest
  @CsvSource({
    // state, load, highest, minutes left, may rest; what is decided
    "AWAKE,    0,   0,   0,   true,  Rest",
    "AWAKE,    400, 400, 0,   true,  Rest",
    "AWAKE,    401, 401, 0,   true,  Stay",
    "AWAKE,    100, 401, 0,   true,  Stay",
    "AWAKE,    100, NaN, 0,   true,  Stay",
    "AWAKE,    NaN, NaN, 0,   true,  Stay",
    "AWAKE,    100, 100, 0,   false, Stay",
    "AWAKE,    900, 900, 0,   false, Stay",
    "RESTING,  0,   0,   60,  true,  Stay",
    "RESTING,  1000, 1000, 60,  true,  Stay",
    "RESTING,  1001, 1001, 60,  true,  Wake",
    "RESTING,  100, 1100, 60,  true,  Stay",
    "RESTING,  NaN, NaN, 60,  true,  Stay",
    "RESTING,  0,   0,   0,   true,  Wake",
    "RESTING,  0,   0,   -5,  true,  Wake",
    "RESTING,  0,   0,   60,  false, Wake",
    "LEAVING,  0,   NaN, 60,  true,  Rest",
    "LEAVING,  NaN, NaN, 60,  true,  Stay",
    "LEAVING,  1000, 1000, 60,  true,  Rest",
    "LEAVING,  1001, 1001, 60,  true,  Wake",
    "LEAVING,  0,   0,   0,   true,  Wake",
    "LEAVING,  0,   0,   60,  false, Wake",
    "WAKING,   0,   0,   60,  true,  Wake",
    "WAKING,   0,   0,   -5,  false, Wake",
  })
  void decides(
      GearState state, double load, double highest, int left, boolean may, String expected) {
    GearObservation seen =
        new GearObservation(
            state, load, load, highest, Duration.ofMinutes(left), may ? MAY : MUST_STAY);

    assertThat(policy.decide(seen).getClass().getSimpleName()).isEqualTo(expected);
  }

  @Test
  void itIsWokenOneLookBeforeItsTimeIsOver() {
    assertThat(resting(policy.betweenLooks().plusMillis(1))).isInstanceOf(GearDecision.Stay.class);
    assertThat(resting(policy.betweenLooks()))
        .isEqualTo(
            new GearDecision.Wake(
                "They have rested for as long as they may: the hint window of node1, 3h."));
  }

  @Test
  void chanceWakesNobody() {
    GearObservation seen =
        new GearObservation(GearState.RESTING, 1100, 950, 1100, Duration.ofHours(1), MAY);
    assertThat(policy.decide(seen)).isInstanceOf(GearDecision.Stay.class);
  }

  private GearDecision resting(Duration left) {
    return policy.decide(new GearObservation(GearState.RESTING, 0, 0, 0, left, MAY));
  }

  @Test
  void aRestThatCouldNotLastForTheShortestStayIsNotBegun() {
    RestDecision brief =
        new MayRest(Duration.ofMinutes(10), "gc_grace_seconds of table a.b, 17m", List.of());

    assertThat(policy.decide(new GearObservation(GearState.AWAKE, 0, 0, 0, MINUTE, brief)).reason())
        .isEqualTo(
            "The load is low, but a rest could last no longer than 10m (gc_grace_seconds of table"
                + " a.b, 17m), less than the shortest stay and one look, 10m10s.");
  }

  @Test
  void everyDecisionHasItsReason() {
    assertThat(reason(GearState.AWAKE, 12, 399.6, MAY))
        .isEqualTo(
            "They go to rest, since without them the busiest of the others has at most 400"
                + " operations/s, not above 400.");
    assertThat(reason(GearState.AWAKE, 12, 399, MUST_STAY))
        .isEqualTo("The load is low, but: node1 is down; have it back.");
    assertThat(reason(GearState.RESTING, 1200, 1200, MAY))
        .isEqualTo(
            "They are woken, since the busiest of the others has at least 1200 operations/s, above 1000.");
    assertThat(reason(GearState.RESTING, 0, 0, MUST_STAY))
        .isEqualTo("They may rest no longer: node1 is down; have it back.");
  }

  private String reason(GearState state, double load, double highest, RestDecision verdict) {
    return policy.decide(new GearObservation(state, load, load, highest, MINUTE, verdict)).reason();
  }

  @Test
  void looksThatGoBackInTimeAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new GearPolicy(policy.terms(), MINUTE.negated()))
        .withMessageStartingWith("From one look to the next it must be at least 0");
  }
}
