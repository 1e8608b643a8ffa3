package org.quorate.power.liveness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.PowerMeter;
import org.quorate.power.Reading;
import org.quorate.power.Scope;

final class LivenessCheckTest {
  private static final Instant NOW = Instant.parse("2026-05-01T10:00:00Z");

  private final ScriptedLoad load = new ScriptedLoad();
  private final LivenessCheck check = new LivenessCheck(load);

  @Test
  void aCounterThatStaysAtZeroIsDeadAfterThreeSecondsOfLoad() throws Exception {
    List<DeadChannel> dead = check.deadChannels(new Scripted("energy-psys", true, n -> 0));

    assertThat(dead)
        .containsExactly(
            new DeadChannel(
                0,
                "energy-psys",
                true,
                "energy-psys stayed at 0 J for 3 s while a processor worked: a dead counter"));
    assertThat(load.passed()).isBetween(Duration.ofSeconds(3), Duration.ofMillis(3200));
    assertThat(load.worked()).isGreaterThan(Duration.ofMillis(500));
  }

  @Test
  void aCounterThatStandsStillElsewhereIsDeadToo() throws Exception {
    assertThat(check.deadChannels(new Scripted("package-0", true, n -> 1234.5)))
        .extracting(DeadChannel::reason)
        .containsExactly(
            "package-0 stayed at 1234.500 J for 3 s while a processor worked: a dead counter");
  }

  @Test
  void aCounterThatAdvancesAtTheEndOfTheTimeLives() throws Exception {
    assertThat(check.deadChannels(new Scripted("package-0", true, n -> n < 29 ? 5 : 6))).isEmpty();
  }

  @Test
  void aCounterThatWrapsMeanwhileLives() throws Exception {
    assertThat(check.deadChannels(new Scripted("package-0", true, n -> n < 5 ? 262143.9 : 0.1)))
        .isEmpty();
  }

  @Test
  void theCheckEndsAsSoonAsAllChannelsToldSomething() throws Exception {
    check.deadChannels(new Scripted("package-0", true, n -> n));

    assertThat(load.passed()).isLessThan(Duration.ofMillis(200));
  }

  @Test
  void aGaugeAtZeroWattsIsDead() throws Exception {
    Scripted meter =
        new Scripted(List.of(Channel.watts("power1", Scope.HOST, 1)), n -> new double[] {0});

    assertThat(check.deadChannels(meter))
        .extracting(DeadChannel::reason)
        .containsExactly("power1 stayed at 0 W for 3 s while a processor worked: a dead gauge");
  }

  @Test
  void aGaugeThatStaysAtItsValueLives() throws Exception {
    Scripted meter =
        new Scripted(List.of(Channel.watts("power1", Scope.HOST, 1)), n -> new double[] {98});

    assertThat(check.deadChannels(meter)).isEmpty();
  }

  @Test
  void aChannelWithoutAnyValueIsDead() throws Exception {
    assertThat(check.deadChannels(new Scripted("dram", false, n -> Double.NaN)))
        .containsExactly(new DeadChannel(0, "dram", false, "dram gave no value for 3 s"));
  }

  @Test
  void aCounterOfCoarseStepsIsNotJudged() throws Exception {
    Channel outlet = Channel.joules("outlet 3", Scope.WALL, 3600);

    assertThat(check.deadChannels(new Scripted(List.of(outlet), n -> new double[] {7200})))
        .isEmpty();
  }

  @Test
  void aMeterWithADeadCountedChannelIsRefusedAndClosed() {
    List<Scripted> opened = new ArrayList<>();

    assertThatThrownBy(
            () ->
                check.open(
                    "perf",
                    List.of("energy-psys"),
                    sources -> {
                      Scripted meter = new Scripted("energy-psys", true, n -> 0);
                      opened.add(meter);
                      return meter;
                    }))
        .isInstanceOf(MeterException.class)
        .hasMessage(
            "The meter perf cannot be trusted: energy-psys stayed at 0 J for 3 s while a processor"
                + " worked: a dead counter; use another.");
    assertThat(opened).singleElement().matches(meter -> meter.closed);
  }

  @Test
  void aDeadChannelThatIsShownApartIsLeftOut() throws Exception {
    PowerMeter meter =
        check.open(
            "powercap",
            List.of("package-0", "dram"),
            sources ->
                new Scripted(
                    sources.stream()
                        .map(
                            name ->
                                name.equals("dram")
                                    ? Channel.joules(name, Scope.MEMORY, 0).apart()
                                    : Channel.joules(name, Scope.PROCESSOR, 0))
                        .toList(),
                    n -> new double[] {n, 0}));

    assertThat(meter.channels()).extracting(Channel::name).containsExactly("package-0");
  }

  /** A meter that tells what a script says. */
  private static final class Scripted implements PowerMeter {
    private interface Script {
      double[] values(int read);
    }

    private final List<Channel> channels;
    private final Script script;
    private int reads;
    private boolean closed;

    Scripted(List<Channel> channels, Script script) {
      this.channels = channels;
      this.script = script;
    }

    Scripted(String counter, boolean counted, IntToDoubleFunction joules) {
      this(
          List.of(
              counted
                  ? Channel.joules(counter, Scope.PROCESSOR, 0)
                  : Channel.joules(counter, Scope.PROCESSOR, 0).apart()),
          n -> new double[] {joules.applyAsDouble(n)});
    }

    @Override
    public String name() {
      return "scripted";
    }

    @Override
    public List<Channel> channels() {
      return channels;
    }

    @Override
    public Duration period() {
      return Duration.ofSeconds(1);
    }

    @Override
    public List<Reading> read() {
      double[] values = script.values(reads++);
      List<Reading> readings = new ArrayList<>();
      for (int i = 0; i < channels.size(); i++) {
        readings.add(Reading.received(i, NOW, values[i]));
      }
      return readings;
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
