package org.quorate.core.offload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HysteresisOffloadTest {
  private static final double CAPACITY = 100;
  private static final double LONG_AGO = Double.POSITIVE_INFINITY;

  private final HysteresisOffload policy = new HysteresisOffload(0.4, 0.7, 10, 1);

  @Test
  void sendsServersToRestThatAreNotNeeded() {
    OffloadDecision decision = policy.decide(even(30, 3, 3, LONG_AGO));

    assertThat(decision.awake()).isEqualTo(1);
    assertThat(decision.reason()).isEqualTo("30 requests/s are at most 40 % of what 1 can do.");
    assertThat(policy.decide(even(41, 3, 3, LONG_AGO)).awake()).isEqualTo(2);
    assertThat(policy.decide(even(0, 3, 3, LONG_AGO)).awake()).isEqualTo(1);
  }

  @Test
  void keepsWhatLiesBetweenTheMarks() {
    for (double load : new double[] {81, 100, 139, 140}) {
      OffloadDecision decision = policy.decide(even(load, 2, 3, LONG_AGO));

      assertThat(decision.awake()).as("%s", load).isEqualTo(2);
      assertThat(decision.reason()).isEqualTo("The load lies between the marks.");
    }
  }

  @Test
  void wakesAsManyAsTheLoadNeedsAtOnceHoweverShortTheStay() {
    OffloadDecision decision = policy.decide(even(200, 1, 4, 0));

    assertThat(decision.awake()).isEqualTo(3);
    assertThat(decision.reason())
        .isEqualTo("200 requests/s are more than 70 % of what 1 awake can do.");
    assertThat(policy.decide(even(5000, 1, 4, 0)).awake()).as("all there are").isEqualTo(4);
  }

  @Test
  void nobodyRestsAgainBeforeTheShortestStay() {
    OffloadDecision decision = policy.decide(even(30, 3, 3, 9.9));

    assertThat(decision.awake()).isEqualTo(3);
    assertThat(decision.reason())
        .isEqualTo("Fewer would do, but the last change was only 9.9 s ago.");
    assertThat(policy.decide(even(30, 3, 3, 10)).awake()).isEqualTo(1);
  }

  @Test
  void aServerThatIsBusierThanOthersWakesOneMoreOnceTheLastChangeHasSettled() {
    List<Double> uneven = List.of(80.0, 10.0);

    assertThat(policy.decide(new OffloadObservation(uneven, 3, CAPACITY, 10)).awake()).isEqualTo(3);
    assertThat(policy.decide(new OffloadObservation(uneven, 3, CAPACITY, 10)).reason())
        .isEqualTo("The busiest server gets 80 requests/s, more than 70 % of what it can do.");
    assertThat(policy.decide(new OffloadObservation(uneven, 3, CAPACITY, 9)).awake()).isEqualTo(2);
    assertThat(policy.decide(new OffloadObservation(uneven, 2, CAPACITY, 10)).awake())
        .as("there is none to wake")
        .isEqualTo(2);
  }

  @Test
  void nobodyRestsWhereTheBusiestWouldNotFitAnywhere() {
    List<Double> uneven = List.of(60.0, 1.0, 1.0);

    assertThat(policy.decide(new OffloadObservation(uneven, 3, CAPACITY, LONG_AGO)).awake())
        .isEqualTo(3);
  }

  @Test
  void someServersNeverRest() {
    HysteresisOffload two = new HysteresisOffload(0.4, 0.7, 10, 2);

    assertThat(two.decide(even(1, 3, 3, LONG_AGO)).awake()).isEqualTo(2);
    assertThat(two.decide(even(1, 1, 3, 0)))
        .isEqualTo(new OffloadDecision(2, "At least 2 servers stay awake."));
    assertThat(new HysteresisOffload(0.4, 0.7, 10, 9).decide(even(1, 3, 3, LONG_AGO)).awake())
        .as("no more than there are")
        .isEqualTo(3);
  }

  @Test
  void thereAreAlwaysEnoughAndNeverNone() {
    Random random = new Random(7);
    for (int example = 0; example < 20_000; example++) {
      HysteresisOffload any = anyPolicy(random);
      int servers = 1 + random.nextInt(8);
      int awake = 1 + random.nextInt(servers);
      List<Double> rates = new ArrayList<>();
      for (int server = 0; server < awake; server++) {
        rates.add(random.nextDouble() * 3 * CAPACITY * random.nextDouble());
      }
      OffloadObservation seen =
          new OffloadObservation(rates, servers, CAPACITY, random.nextDouble() * 20);
      OffloadDecision decision = any.decide(seen);

      assertThat(decision.awake()).isBetween(Math.min(any.leastAwake(), servers), servers);
      assertThat(
              decision.awake() == servers
                  || seen.allPerSecond() <= any.high() * CAPACITY * decision.awake())
          .as("%s of %s is enough for %s", decision, any, seen)
          .isTrue();
      if (decision.awake() < awake) {
        assertThat(seen.secondsUnchanged()).isGreaterThanOrEqualTo(any.shortestStay());
      }
      assertThat(decision.reason()).endsWith(".");
    }
  }

  /** The load jumps at random; what is decided is in effect at once, and evenly spread. */
  @Test
  void nobodyIsSentToRestSoonAfterAnyChangeWhateverTheLoadDoes() {
    Random random = new Random(11);
    for (int example = 0; example < 200; example++) {
      HysteresisOffload any = anyPolicy(random);
      int servers = 2 + random.nextInt(6);
      int awake = servers;
      double changedAt = Double.NEGATIVE_INFINITY;
      double load = 0;
      for (double now = 0; now < 200; now += 0.5) {
        load = random.nextInt(5) == 0 ? random.nextDouble() * servers * CAPACITY : load;
        int next = any.decide(even(load, awake, servers, now - changedAt)).awake();
        if (next < awake) {
          assertThat(now - changedAt).isGreaterThanOrEqualTo(any.shortestStay());
        }
        if (next != awake) {
          changedAt = now;
          assertThat(any.decide(even(load, next, servers, any.shortestStay())).awake())
              .as("the same load changes nothing more")
              .isEqualTo(next);
        }
        awake = next;
      }
    }
  }

  @Test
  void refusesNumbersThatMakeNoSense() {
    for (HysteresisArguments wrong :
        List.of(
            new HysteresisArguments(0, 0.7, 1, 1),
            new HysteresisArguments(0.7, 0.7, 1, 1),
            new HysteresisArguments(0.5, 1.1, 1, 1),
            new HysteresisArguments(Double.NaN, 0.7, 1, 1),
            new HysteresisArguments(0.4, 0.7, -1, 1),
            new HysteresisArguments(0.4, 0.7, Double.NaN, 1),
            new HysteresisArguments(0.4, 0.7, 1, 0))) {
      assertThatThrownBy(wrong::policy).isInstanceOf(IllegalArgumentException.class);
    }
    for (OffloadArguments wrong :
        List.of(
            new OffloadArguments(List.of(), 1, 1, 0),
            new OffloadArguments(List.of(1.0, 1.0), 1, 1, 0),
            new OffloadArguments(List.of(-1.0), 1, 1, 0),
            new OffloadArguments(List.of(Double.NaN), 1, 1, 0),
            new OffloadArguments(List.of(1.0), 1, 0, 0),
            new OffloadArguments(List.of(1.0), 1, 1, -1))) {
      assertThatThrownBy(wrong::observation).isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> new OffloadDecision(0, "None."))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private record HysteresisArguments(double low, double high, double stay, int least) {
    HysteresisOffload policy() {
      return new HysteresisOffload(low, high, stay, least);
    }
  }

  private record OffloadArguments(
      List<Double> rates, int servers, double capacity, double unchanged) {
    OffloadObservation observation() {
      return new OffloadObservation(rates, servers, capacity, unchanged);
    }
  }

  private static HysteresisOffload anyPolicy(Random random) {
    double high = 0.3 + 0.7 * random.nextDouble();
    double low = high * (0.2 + 0.7 * random.nextDouble());
    return new HysteresisOffload(low, high, random.nextInt(15), 1 + random.nextInt(3));
  }

  private static OffloadObservation even(
      double perSecond, int awake, int servers, double unchanged) {
    return new OffloadObservation(
        Collections.nCopies(awake, perSecond / awake), servers, CAPACITY, unchanged);
  }
}
