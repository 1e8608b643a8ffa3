package org.quorate.power.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.power.Channel;
import org.quorate.power.Reading;
import org.quorate.power.Scope;

class LiveWattsTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration PERIOD = Duration.ofSeconds(1);

  private static LiveWatts of(Channel... channels) {
    return new LiveWatts(List.of(channels), PERIOD);
  }

  private static Reading at(double seconds, int channel, double value) {
    return Reading.received(channel, time(seconds), value);
  }

  private static Instant time(double seconds) {
    return START.plusNanos((long) (seconds * 1e9));
  }

  @Test
  void aCounterIsDifferencedBetweenLooks() {
    LiveWatts live = of(Channel.joules("package-0", Scope.PROCESSOR, 0));
    live.add(at(0, 0, 1000));
    assertThat(live.look(time(0)).sum()).isNaN();
    live.add(at(0.5, 0, 1020));
    live.add(at(1, 0, 1050));
    assertThat(live.look(time(1)).sum()).isCloseTo(50, within(1e-9));
    live.add(at(2, 0, 1060));
    assertThat(live.look(time(2)).sum()).isCloseTo(10, within(1e-9));
  }

  @Test
  void aCounterMayStartAgain() {
    LiveWatts live = of(Channel.joules("package-0", Scope.PROCESSOR, 0).wrappingAt(1000));
    live.add(at(0, 0, 990));
    live.add(at(1, 0, 20));
    assertThat(live.look(time(1)).sum()).isCloseTo(30, within(1e-9));
  }

  @Test
  void aCounterThatFallsWithoutWrappingSaysNothing() {
    LiveWatts live = of(Channel.joules("outlet", Scope.WALL, 0));
    live.add(at(0, 0, 990));
    live.add(at(1, 0, 20));
    assertThat(live.look(time(1)).sum()).isNaN();
    live.add(at(2, 0, 50));
    assertThat(live.look(time(2)).sum()).isCloseTo(30, within(1e-9));
  }

  @Test
  void aCounterInWattHoursIsShownByItsSteps() {
    LiveWatts live = of(Channel.joules("outlet", Scope.WALL, 3600));
    live.add(at(0, 0, 3600));
    live.add(at(10, 0, 3600));
    assertThat(live.look(time(10)).sum()).as("no step yet").isNaN();
    live.add(at(36, 0, 7200));
    assertThat(live.look(time(36)).sum()).isCloseTo(100, within(1e-9));
    live.add(at(40, 0, 7200));
    assertThat(live.look(time(40)).sum()).as("until the next step").isCloseTo(100, within(1e-9));
  }

  @Test
  void aGaugeIsAveragedAndHeldForThreePeriods() {
    LiveWatts live = of(Channel.watts("outlet", Scope.WALL, 1));
    live.add(at(0, 0, 100));
    live.add(at(1, 0, 200));
    assertThat(live.look(time(1)).sum()).isCloseTo(150, within(1e-9));
    live.add(at(2, 0, -1));
    live.add(Reading.missing(0, time(3)));
    assertThat(live.look(time(3)).sum()).as("held").isCloseTo(150, within(1e-9));
    assertThat(live.look(time(4.5)).sum()).as("too old").isNaN();
  }

  @Test
  void onlyCountedChannelsAreSummedUp() {
    LiveWatts live =
        of(
            Channel.watts("outlet 1", Scope.WALL, 1),
            Channel.watts("outlet 2", Scope.WALL, 1),
            Channel.watts("inlet", Scope.WALL, 1).apart());
    live.add(at(0, 0, 100));
    live.add(at(0, 2, 500));
    assertThat(live.look(time(0)).sum()).as("outlet 2 is not known").isNaN();
    live.add(at(0.5, 1, 50));
    LiveWatts.Look look = live.look(time(0.5));
    assertThat(look.sum()).isCloseTo(150, within(1e-9));
    assertThat(look.channels()).containsExactly(100.0, 50.0, 500.0);
  }
}
