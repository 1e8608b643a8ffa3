package org.quorate.power.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.power.MeterException;
import org.quorate.power.MeterSettings;
import org.quorate.power.PowerMeter;
import org.quorate.power.energy.Energy;
import org.quorate.power.energy.HostEnergy;
import org.quorate.power.ipmi.BmcCommands;
import org.quorate.power.ipmi.FakeBmc;
import org.quorate.power.ipmi.InstalledIpmitool;
import org.quorate.power.ipmi.Ipmi;
import org.quorate.power.registry.MeterKinds;

/**
 * Trap by trap, what every way in that has it makes of it: through the real meter, from something
 * that speaks the real protocol, to the joules of a run.
 */
class ConformanceTest {
  private static final int SECONDS = 60;
  private static final double WATTS = 100;

  @TempDir Path folder;

  /** Makes a device for a run. */
  private interface Maker {
    Device make(Run run) throws Exception;
  }

  /** What is to be seen of one device. */
  private interface Check {
    void of(Run run, Device device) throws Exception;
  }

  private static final List<Maker> GAUGES =
      List.of(
          KernelDevices.Board::new,
          run -> new KernelDevices.Printed(run, KernelDevices.Printed.ONE_LINE),
          run -> WebDevices.redfishSensor(run, false),
          run -> WebDevices.redfishSensor(run, true),
          Outlet::watts,
          WebDevices::kwollect,
          run -> WebDevices.prometheus(run, false),
          WebDevices::exporterGauge,
          FileDevices::wattsUp,
          FileDevices::csvGauge,
          FileDevices::powerJoular);

  private static final List<Maker> COUNTERS =
      List.of(
          KernelDevices.Rapl::new,
          WebDevices::redfishCounter,
          Outlet::joules,
          run -> WebDevices.prometheus(run, true),
          run -> WebDevices.exporterCounter(run, Map.of("wraps-at", "2000")),
          FileDevices::csvCounter,
          FileDevices::energiBridge);

  /** Those that start again at {@link KernelDevices.Rapl#WRAP}. */
  private static final List<Maker> WRAPPING =
      List.of(
          KernelDevices.Rapl::new,
          run -> WebDevices.prometheus(run, true),
          run -> WebDevices.exporterCounter(run, Map.of("wraps-at", "2000")),
          FileDevices::csvCounter,
          FileDevices::energiBridge);

  /** Those that have a clock of their own. */
  private static final List<Maker> STAMPED =
      List.of(
          run -> WebDevices.redfishSensor(run, true),
          WebDevices::kwollect,
          run -> WebDevices.prometheus(run, false),
          FileDevices::wattsUp,
          FileDevices::csvGauge,
          FileDevices::powerJoular);

  /**
   * Those without a device here: the kernel alone has perf's counters, and the model is estimated
   * from this machine's own; their own tests have the traps that they can meet.
   */
  private static final List<String> WITHOUT_DEVICE = List.of("perf", "model");

  @Test
  void everyKindOfMeterHasADeviceHere() throws Exception {
    Set<String> kinds = new TreeSet<>(WITHOUT_DEVICE);
    for (Maker maker : GAUGES) {
      kinds.add(kind(maker, t -> WATTS + (t % 2 < 1 ? 1 : -1)));
    }
    for (Maker maker : COUNTERS) {
      kinds.add(kind(maker, ConformanceTest::counted));
    }
    assertThat(kinds)
        .containsExactlyInAnyOrderElementsOf(
            MeterKinds.standard(Clock.systemUTC(), Map.of()).names());
  }

  /** The first word of the name of the meter of a device. */
  private String kind(Maker maker, DoubleUnaryOperator values) throws Exception {
    Run run = new Run(folder);
    try (Device device = maker.make(run);
        PowerMeter meter = run.open(device, values)) {
      return meter.name().split(" ", 2)[0];
    }
  }

  private Stream<DynamicTest> each(List<Maker> makers, Check check) {
    return makers.stream()
        .map(
            maker -> {
              Run run = new Run(folder);
              try {
                Device device = maker.make(run);
                return dynamicTest(
                    device.toString(),
                    () -> {
                      try (device) {
                        check.of(run, device);
                      }
                    });
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
  }

  /** A counter of 100 W that stands at 500 J when the run begins. */
  private static double counted(double second) {
    return 500 + WATTS * (second + 30);
  }

  private static Energy of(HostEnergy host) {
    return host.channels().get(0).energy();
  }

  /**
   * @param reasons one of which must be told
   */
  private static void isRefused(
      Run run, Device device, DoubleUnaryOperator values, String... reasons) throws Exception {
    Optional<String> refusal;
    try {
      HostEnergy host = run.of(device, SECONDS, values);
      assertThat(host.joules()).as(device + " gives no joules").isNaN();
      refusal = host.refusal();
    } catch (MeterException e) {
      refusal = Optional.ofNullable(e.getMessage());
    }
    assertThat(refusal).as("%s says why", device).get().asString().containsAnyOf(reasons);
  }

  @TestFactory
  Stream<DynamicTest> aCounterThatWraps() {
    return each(
        WRAPPING,
        (run, device) -> {
          HostEnergy host = run.of(device, SECONDS, t -> counted(t) % KernelDevices.Rapl.WRAP);
          assertThat(host.refusal()).isEmpty();
          assertThat(host.joules()).isCloseTo(6000, within(1.0));
          assertThat(of(host).wraps()).isEqualTo(3);
        });
  }

  @Test
  void aCounterOf32BitsWrapsWhereItsTypeDoes() throws Exception {
    Run run = new Run(folder);
    try (Device device = Outlet.joules(run)) {
      HostEnergy host = run.of(device, SECONDS, t -> 0x1p32 - 3000 + WATTS * t);
      assertThat(host.joules()).isCloseTo(6000, within(1.0));
      assertThat(of(host).wraps()).isEqualTo(1);
    }
  }

  @Test
  void aCounterOfAnExporterThatFallsNamesTheOptionThatItNeeds() throws Exception {
    Run run = new Run(folder);
    try (Device device = WebDevices.exporterCounter(run, Map.of())) {
      HostEnergy host = run.of(device, SECONDS, t -> counted(t) % KernelDevices.Rapl.WRAP);
      assertThat(host.joules()).isNaN();
      assertThat(host.refusal()).get().asString().contains("fell", "wraps-at=");
    }
  }

  @TestFactory
  Stream<DynamicTest> aCounterThatIsStartedAnew() {
    // Half way through its range, so that a wrap would have been 1.5 kW or more.
    return each(
        COUNTERS,
        (run, device) ->
            isRefused(
                run, device, t -> t < 30 ? 100 + 10 * (t + 31) : 10 * (t - 30) + 1, "restarted"));
  }

  @TestFactory
  Stream<DynamicTest> aDeadCounterThatOpensAndStaysAtZero() {
    return each(
        COUNTERS,
        (run, device) ->
            isRefused(run, device, t -> 0, "dead counter", "did not move", "no power reading"));
  }

  @TestFactory
  Stream<DynamicTest> aCounterThatDiesAsTheRunBegins() {
    return each(
        COUNTERS,
        (run, device) ->
            isRefused(run, device, t -> counted(Math.min(t, 0)), "did not move", "stood still"));
  }

  @TestFactory
  Stream<DynamicTest> aCounterThatDiesHalfWay() {
    return each(
        COUNTERS,
        (run, device) ->
            isRefused(run, device, t -> 100 + 10 * (Math.min(t, 30) + 31), "stood still"));
  }

  @TestFactory
  Stream<DynamicTest> aGaugeThatDiesAsTheRunBegins() {
    return each(
        GAUGES,
        (run, device) ->
            isRefused(run, device, t -> t < 0 ? WATTS : 0, "said 0 W", "gave no reading"));
  }

  @TestFactory
  Stream<DynamicTest> aGaugeThatDiesHalfWay() {
    return each(
        GAUGES,
        (run, device) ->
            isRefused(run, device, t -> t < 30 ? WATTS : 0, "said 0 W", "gave no reading"));
  }

  @TestFactory
  Stream<DynamicTest> minusOneIsAMissingReadingAndNeverWatts() {
    return each(GAUGES, (run, device) -> losesOne(run, device, -1));
  }

  @TestFactory
  Stream<DynamicTest> nullAndMissingSamplesAreNoWatts() {
    return each(GAUGES, (run, device) -> losesOne(run, device, Double.NaN));
  }

  /** One reading in the middle of a run is said not to be there. */
  private static void losesOne(Run run, Device device, double instead) throws Exception {
    double until = 20 + device.spacing().toMillis() / 1e3;
    HostEnergy host =
        run.of(device, SECONDS, t -> t >= 20 && t < until ? instead : WATTS + (t % 2 < 1 ? 1 : -1));
    assertThat(host.refusal()).isEmpty();
    assertThat(host.joules()).isCloseTo(6000, within(30.0));
    assertThat(of(host).samples())
        .as("readings with a value")
        .isLessThanOrEqualTo(Math.round(1000.0 * SECONDS / device.spacing().toMillis()));
  }

  @TestFactory
  Stream<DynamicTest> nothingForLongIsAGap() {
    return each(
        GAUGES,
        (run, device) ->
            isRefused(
                run,
                device,
                t -> t < 20 || t > 40 ? WATTS : Double.NaN,
                "more than three periods"));
  }

  @Test
  void zonesThatAreShownTwiceAreCountedOnce() throws Exception {
    Run run = new Run(folder);
    KernelDevices.Rapl rapl = new KernelDevices.Rapl(run);
    Device twice =
        alongside(
            rapl,
            joules -> rapl.zone("intel-rapl-mmio:0", "package-0", joules, KernelDevices.Rapl.WRAP));
    assertThat(run.of(twice, SECONDS, t -> counted(t) % 2000).joules())
        .isCloseTo(6000, within(1.0));

    try (Device page =
        WebDevices.exporter(
            run,
            """
            node_rapl_package_joules_total{index="0",path="/sys/class/powercap/intel-rapl:0"} %s
            node_rapl_package_joules_total{index="0",path="/sys/class/powercap/intel-rapl-mmio:0"} %s
            """,
            Map.of())) {
      assertThat(run.of(page, SECONDS, ConformanceTest::counted).joules())
          .isCloseTo(6000, within(1.0));
    }
  }

  @Test
  void twoSocketsAreAddedUp() throws Exception {
    Run run = new Run(folder);
    KernelDevices.Rapl rapl = new KernelDevices.Rapl(run);
    Device two =
        alongside(rapl, joules -> rapl.zone("intel-rapl:1", "package-1", 3 * joules, 6000));
    // The second socket draws three times as much, and its counter is three times as large.
    assertThat(run.of(two, SECONDS, t -> counted(t) % 2000).joules())
        .isCloseTo(4 * 6000, within(1.0));

    try (Device page =
        WebDevices.exporter(
            run,
            """
            node_rapl_package_joules_total{index="0",path="/sys/class/powercap/intel-rapl:0"} %s
            node_rapl_package_joules_total{index="1",path="/sys/class/powercap/intel-rapl:1"} %s
            """,
            Map.of())) {
      assertThat(run.of(page, SECONDS, ConformanceTest::counted).joules())
          .isCloseTo(2 * 6000, within(1.0));
    }
  }

  private interface Beside {
    void tell(double joules);
  }

  /** A device that tells something more. */
  private static Device alongside(KernelDevices.Rapl rapl, Beside more) {
    return new Device() {
      @Override
      public void tell(Instant now, double value) {
        rapl.tell(now, value);
        more.tell(value);
      }

      @Override
      public PowerMeter open() throws Exception {
        return rapl.open();
      }

      @Override
      public Duration spacing() {
        return rapl.spacing();
      }
    };
  }

  /** Hundredths of kilowatts; tenths as the device says; tenths as its log always has. */
  @TestFactory
  Stream<DynamicTest> aScaleOfAFactorOfTen() {
    return each(
        List.of(Outlet::hundredthsOfKilowatts, Outlet::tenthsOfWatts, FileDevices::wattsUp),
        (run, device) ->
            assertThat(run.of(device, SECONDS, t -> WATTS).joules()).isCloseTo(6000, within(1.0)));
  }

  @TestFactory
  Stream<DynamicTest> aDcmiAnswerInAnyFormAndState() {
    return each(
        List.of(
            run -> new KernelDevices.Printed(run, KernelDevices.Printed.ONE_LINE),
            run -> new KernelDevices.Printed(run, KernelDevices.Printed.DEACTIVATED)),
        (run, device) ->
            assertThat(run.of(device, SECONDS, t -> 187).joules())
                .isCloseTo(187 * SECONDS, within(1.0)));
  }

  /** Through ipmitool itself, from a controller on the wire. */
  @Test
  void deactivatedButValidWattsOnTheWire() throws Exception {
    InstalledIpmitool.require();
    Run run = new Run(folder);
    BmcCommands commands = new BmcCommands();
    commands.setActive(false);
    try (FakeBmc controller = new FakeBmc(commands, "operator", "s3cret of 18 chars")) {
      Device device =
          new Device() {
            @Override
            public void tell(Instant now, double watts) {
              commands.setWatts((int) watts);
            }

            @Override
            public PowerMeter open() throws Exception {
              return new Ipmi(
                      Map.of(
                          "PATH", System.getenv("PATH"),
                          "QUORATE_BMC_HOST", "127.0.0.1",
                          "QUORATE_BMC_USER", "operator",
                          "QUORATE_BMC_PASSWORD", "s3cret of 18 chars"),
                      run.clock)
                  .open(
                      new MeterSettings(
                          "ipmi",
                          Map.of(
                              "address",
                              "127.0.0.1",
                              "port",
                              Integer.toString(controller.port()),
                              "credentials",
                              "bmc",
                              "period",
                              "5s")));
            }
          };
      HostEnergy host = run.of(device, SECONDS, t -> t < 30 ? 187 : 211);
      assertThat(host.joules()).isCloseTo(30 * (187 + 211), within(100.0));
    }
  }

  @TestFactory
  Stream<DynamicTest> aStaleGaugeThatRepeatsIsFewReadings() {
    return each(
        List.of(
            KernelDevices.Board::new,
            run -> WebDevices.redfishSensor(run, false),
            Outlet::watts,
            run -> WebDevices.prometheus(run, false),
            WebDevices::exporterGauge,
            FileDevices::csvGauge),
        (run, device) -> {
          HostEnergy host = run.of(device, SECONDS, t -> WATTS + 10 * (Math.floor(t / 10) % 2));
          assertThat(host.joules()).isCloseTo(6300, within(30.0));
          assertThat(of(host).samples()).isGreaterThanOrEqualTo(60);
          assertThat(of(host).effectiveSamples()).isBetween(6L, 7L);
          assertThat(of(host).refreshSeconds()).isCloseTo(10, within(0.5));
        });
  }

  @TestFactory
  Stream<DynamicTest> aClockThatIsAheadOrBehind() {
    return Stream.of(7, -7)
        .flatMap(
            offset ->
                each(
                    STAMPED,
                    (run, device) -> {
                      device.setClockAhead(Duration.ofSeconds(offset));
                      HostEnergy host = run.of(device, SECONDS, t -> t < 30 ? WATTS : 2 * WATTS);
                      assertThat(host.refusal()).isEmpty();
                      // One second of misalignment is what a stamp of whole seconds leaves.
                      assertThat(host.joules()).isCloseTo(9000, within(WATTS));
                      assertThat(host.notes())
                          .singleElement()
                          .asString()
                          .contains(offset > 0 ? "ahead of ours" : "behind ours");
                    }));
  }

  @TestFactory
  Stream<DynamicTest> aClockThatIsOffByMinutes() {
    return Stream.of(400, -400)
        .flatMap(
            offset ->
                each(
                    STAMPED,
                    (run, device) -> {
                      device.setClockAhead(Duration.ofSeconds(offset));
                      isRefused(run, device, t -> WATTS, "400 s", "ours");
                    }));
  }

  @TestFactory
  Stream<DynamicTest> stampsOfTheStartOfASecond() {
    return each(
        List.of(WebDevices::kwollect, run -> FileDevices.csvGauge(run, "stamp=start")),
        (run, device) ->
            assertThat(run.of(device, SECONDS, t -> t < 30 ? WATTS : 2 * WATTS).joules())
                .as("100 W until the middle, 200 W from then on")
                .isCloseTo(9000, within(1e-6)));
  }

  @Test
  void twoMetersAtOneAddressAreNotOne() throws Exception {
    Run run = new Run(folder);
    try (Device one = Outlet.watts(run);
        Device other = Outlet.watts(run)) {
      one.tell(Run.START, WATTS);
      other.tell(Run.START, WATTS);
      try (PowerMeter first = one.open();
          PowerMeter second = other.open()) {
        assertThat(first.name()).isNotEqualTo(second.name());
      }
    }
  }
}
