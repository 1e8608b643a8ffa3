package org.quorate.power.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.PowerMeter;
import org.quorate.power.Reading;
import org.quorate.power.Scope;

@Timeout(120)
class MeterRecorderTest {
  /** Read every 10 ms, while a busy machine may pause a thread for longer than that. */
  private static final Channel WATTS =
      Channel.watts("power", Scope.HOST, 1).spaced(Duration.ofSeconds(5));

  @TempDir Path folder;

  private final SteadyClock clock = SteadyClock.started();

  /** A meter whose answers are made by the test. */
  private record Scripted(String name, Answer answer, Duration delay) implements PowerMeter {
    @Override
    public List<Channel> channels() {
      return List.of(WATTS);
    }

    @Override
    public Duration period() {
      return Duration.ofMillis(10);
    }

    @Override
    public List<Reading> read() throws MeterException, InterruptedException {
      return answer.read();
    }

    @Override
    public void close() {}
  }

  private interface Answer {
    List<Reading> read() throws MeterException, InterruptedException;
  }

  private HostMeter meter(Answer answer) {
    return HostMeter.of("host1", new Scripted("scripted", answer, Duration.ZERO));
  }

  private List<ReadingLog.Row> rows() throws Exception {
    List<ReadingLog.Row> rows = new ArrayList<>();
    ReadingLog.read(folder.resolve("power.csv"), rows::add);
    return rows;
  }

  @Test
  void readsBeforeDuringAndAfterARun() throws Exception {
    CountDownLatch enough = new CountDownLatch(20);
    HostMeter meter =
        meter(
            () -> {
              enough.countDown();
              return List.of(Reading.received(0, clock.instant(), 100));
            });
    Instant from;
    Instant to;
    try (MeterRecorder recorder =
        MeterRecorder.start(List.of(meter), clock, folder.resolve("power.csv"))) {
      from = clock.instant();
      enough.await();
      to = clock.instant();
      assertThat(recorder.finish(to)).isEmpty();
    }
    List<ReadingLog.Row> rows = rows();
    assertThat(rows.get(0).receivedAt()).isBefore(from);
    assertThat(rows.get(rows.size() - 1).receivedAt()).isAfterOrEqualTo(to);
    Window window = new Window(from, to);
    HostEnergy energy =
        HostEnergies.of(folder.resolve("power.csv"), List.of(meter), window, GapRule.IMPUTE).get(0);
    assertThat(energy.joules()).isCloseTo(100 * window.seconds(), within(1e-6));
  }

  @Test
  void waitsForReadingsThatComeLateFromADevicesOwnTime() throws Exception {
    Duration late = Duration.ofMillis(200);
    HostMeter meter =
        HostMeter.of(
            "host1",
            new Scripted(
                "late",
                () -> {
                  Instant now = clock.instant();
                  return List.of(new Reading(0, now.minus(late), now, 50));
                },
                Duration.ofSeconds(100)));
    Instant end;
    try (MeterRecorder recorder =
        MeterRecorder.start(List.of(meter), clock, folder.resolve("power.csv"))) {
      end = clock.instant();
      recorder.finish(end);
    }
    List<ReadingLog.Row> rows = rows();
    assertThat(rows.get(rows.size() - 1).stampedAt()).isAfterOrEqualTo(end);
    assertThat(clock.instant()).as("it does not wait longer").isBefore(end.plusSeconds(90));
  }

  @Test
  void aMeterThatDoesNotAnswerAtTheStartIsToldAtOnce() {
    HostMeter meter =
        meter(
            () -> {
              throw new MeterException("It does not answer.");
            });
    assertThatThrownBy(
            () -> MeterRecorder.start(List.of(meter), clock, folder.resolve("power.csv")))
        .isInstanceOf(MeterException.class)
        .hasMessage("It does not answer.");
  }

  @Test
  void aMeterThatFailsUnforeseenIsAskedAgainAndNamedAtTheEnd() throws Exception {
    AtomicInteger reads = new AtomicInteger();
    CountDownLatch again = new CountDownLatch(4);
    HostMeter meter =
        meter(
            () -> {
              again.countDown();
              if (reads.incrementAndGet() % 2 == 0) {
                throw new IllegalStateException("a parser's mistake");
              }
              return List.of(Reading.received(0, clock.instant(), 100));
            });
    try (MeterRecorder recorder =
        MeterRecorder.start(List.of(meter), clock, folder.resolve("power.csv"))) {
      again.await();
      recorder.finish(clock.instant());
    }
    assertThat(rows()).hasSizeGreaterThanOrEqualTo(2);

    HostMeter atOnce =
        meter(
            () -> {
              throw new IllegalStateException("a parser's mistake");
            });
    assertThatThrownBy(
            () -> MeterRecorder.start(List.of(atOnce), clock, folder.resolve("power.csv")))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("scripted")
        .hasMessageContaining("a parser's mistake");
  }

  @Test
  void ofALongFileOnlyWhatIsNewIsKept() throws Exception {
    AtomicInteger portions = new AtomicInteger();
    Instant begun = clock.instant();
    HostMeter meter =
        meter(
            () -> {
              int portion = portions.getAndIncrement();
              Instant now = clock.instant();
              if (portion > 3) {
                return List.of(new Reading(0, now, now, 100));
              }
              // Four portions of a hundred seconds each, the last of which ends now.
              List<Reading> readings = new ArrayList<>();
              for (int i = 0; i < 100; i++) {
                Instant at = begun.minusSeconds(400L - 100L * portion - i);
                readings.add(new Reading(0, at, now, portion));
              }
              return readings;
            });
    try (MeterRecorder recorder =
        MeterRecorder.start(List.of(meter), clock, folder.resolve("power.csv"))) {
      assertThat(portions.get()).as("portions before it begins").isGreaterThanOrEqualTo(2);
      recorder.finish(clock.instant());
    }
    List<ReadingLog.Row> rows = rows();
    assertThat(rows).extracting(ReadingLog.Row::value).filteredOn(v -> v == 0).hasSize(1);
    assertThat(rows).extracting(ReadingLog.Row::value).filteredOn(v -> v == 2).hasSize(100);
  }

  @Test
  void aMeterThatDisappearsIsAskedAgainAndNamedAtTheEnd() throws Exception {
    AtomicInteger reads = new AtomicInteger();
    CountDownLatch failures = new CountDownLatch(3);
    HostMeter meter =
        meter(
            () -> {
              if (reads.incrementAndGet() > 1) {
                failures.countDown();
                throw new MeterException("It is gone.");
              }
              return List.of(Reading.received(0, clock.instant(), 100));
            });
    try (MeterRecorder recorder =
        MeterRecorder.start(List.of(meter), clock, folder.resolve("power.csv"))) {
      failures.await();
      assertThat(recorder.finish(clock.instant())).containsExactly("It is gone.");
    }
    assertThat(rows()).hasSize(1);
  }
}
