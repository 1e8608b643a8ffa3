package org.quorate.power.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.MeterSettings;
import org.quorate.power.PowerMeter;
import org.quorate.power.Reading;
import org.quorate.power.Scope;
import org.quorate.power.energy.SteadyClock;
import org.quorate.power.file.CsvFile;

@Timeout(60)
class MeterWatchTest {
  @TempDir Path folder;

  private final SteadyClock clock = SteadyClock.started();

  /** A meter whose answers the test makes. */
  private record Scripted(List<Channel> channels, Answer answer) implements PowerMeter {
    interface Answer {
      List<Reading> read() throws MeterException;
    }

    @Override
    public String name() {
      return "scripted";
    }

    @Override
    public Duration period() {
      return Duration.ofMillis(10);
    }

    @Override
    public List<Reading> read() throws MeterException {
      return answer.read();
    }

    @Override
    public void close() {}
  }

  @Test
  void aWatchTellsWhatIsDrawnNowAndInAll() throws Exception {
    CountDownLatch enough = new CountDownLatch(10);
    PowerMeter meter =
        new Scripted(
            List.of(Channel.watts("outlet", Scope.WALL, 1).spaced(Duration.ofSeconds(5))),
            () -> {
              enough.countDown();
              return List.of(Reading.received(0, clock.instant(), 80));
            });
    try (MeterWatch watch = MeterWatch.start(meter, meter.period(), clock)) {
      enough.await();
      assertThat(watch.look().sum()).isCloseTo(80, within(1e-9));
      Watched watched = watch.finish();
      assertThat(watched.hasReadings()).isTrue();
      assertThat(watched.energy().joules())
          .isCloseTo(80 * watched.window().seconds(), within(1e-6));
      assertThat(watched.problems()).isEmpty();
    }
  }

  @Test
  void aRecordedFileIsTakenByItsOwnTimes() throws Exception {
    Path file = folder.resolve("old.csv");
    Files.writeString(
        file,
        """
        time,watts
        2017-05-01T10:00:00Z,100
        2017-05-01T10:00:01Z,100
        2017-05-01T10:00:02Z,200
        2017-05-01T10:00:03Z,200
        """);
    MeterSettings settings =
        new MeterSettings("csv", Map.of("path", file.toString(), "value", "watts", "unit", "W"));
    try (PowerMeter meter = new CsvFile(Clock.systemUTC()).open(settings)) {
      Watched watched = MeterWatch.recorded(meter);
      assertThat(watched.window().from()).isEqualTo(Instant.parse("2017-05-01T10:00:00Z"));
      assertThat(watched.window().seconds()).isEqualTo(3);
      assertThat(watched.energy().joules()).isCloseTo(100 + 150 + 200, within(1e-9));
      assertThat(watched.lowestSecond().orElseThrow()).isCloseTo(100, within(1e-9));
      assertThat(watched.highestSecond().orElseThrow()).isCloseTo(200, within(1e-9));
      assertThat(watched.energy().notes()).as("no clock is moved").isEmpty();
    }
  }

  @Test
  void aLastSecondThatWasCutOffCountsToo() throws Exception {
    Path file = folder.resolve("old.csv");
    Files.writeString(
        file,
        """
        time,watts
        2017-05-01T10:00:00Z,100
        2017-05-01T10:00:01Z,100
        2017-05-01T10:00:01.800Z,300
        """);
    MeterSettings settings =
        new MeterSettings("csv", Map.of("path", file.toString(), "value", "watts", "unit", "W"));
    try (PowerMeter meter = new CsvFile(Clock.systemUTC()).open(settings)) {
      Watched watched = MeterWatch.recorded(meter);
      assertThat(watched.lowestSecond().orElseThrow()).isCloseTo(100, within(1e-9));
      assertThat(watched.highestSecond().orElseThrow()).isCloseTo(200, within(1e-9));
    }
  }

  @Test
  void whatHasNoTimesIsNoRecordedFile() {
    Deque<List<Reading>> answers =
        new ArrayDeque<>(List.of(List.of(Reading.received(0, clock.instant(), 80))));
    PowerMeter meter =
        new Scripted(
            List.of(Channel.watts("outlet", Scope.WALL, 1)),
            () -> answers.isEmpty() ? List.of() : answers.pop());
    assertThatThrownBy(() -> MeterWatch.recorded(meter))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("no times of their own");
  }

  @Test
  void aMeterThatFallsSilentIsNamed() throws Exception {
    CountDownLatch failures = new CountDownLatch(3);
    Deque<List<Reading>> answers =
        new ArrayDeque<>(List.of(List.of(Reading.received(0, clock.instant(), 80))));
    PowerMeter meter =
        new Scripted(
            List.of(Channel.watts("outlet", Scope.WALL, 1)),
            () -> {
              if (!answers.isEmpty()) {
                return answers.pop();
              }
              failures.countDown();
              throw new MeterException("It is gone.");
            });
    try (MeterWatch watch = MeterWatch.start(meter, meter.period(), clock)) {
      failures.await();
      Watched watched = watch.finish();
      assertThat(watched.problems()).containsExactly("It is gone.");
      assertThat(watched.hasReadings()).isFalse();
    }
  }
}
