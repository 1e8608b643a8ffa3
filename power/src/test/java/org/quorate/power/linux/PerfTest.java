package org.quorate.power.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.MeterPresence;
import org.quorate.power.MeterSettings;
import org.quorate.power.PowerMeter;
import org.quorate.power.Reading;
import org.quorate.power.Scope;
import org.quorate.power.liveness.LivenessCheck;
import org.quorate.power.liveness.ScriptedLoad;

final class PerfTest {
  private static final String PACKAGE =
      "     1.001048308,19.63,Joules,power/energy-pkg/,2002406532,100.00,,\n";
  private static final String MEMORY =
      "     1.001048308,2.50,Joules,power/energy-ram/,2002406532,100.00,,\n";
  private static final String MORE =
      """
           2.002369058,19.41,Joules,power/energy-pkg/,2002617705,100.00,,
           2.002369058,2.50,Joules,power/energy-ram/,2002617705,100.00,,
      """;
  private static final String DEAD =
      """
           1.000471659,0.00,Joules,power/energy-psys/,2001196564,100.00,,
           2.000471659,0.00,Joules,power/energy-psys/,2001196564,100.00,,
      """;

  @TempDir Path folder;
  private KernelTree tree;
  private Path perf;
  private Path ready;

  @BeforeEach
  void makeTree() {
    tree = new KernelTree(folder.resolve("power"));
    perf = folder.resolve("perf");
    ready = folder.resolve("ready");
  }

  private void events(String... names) {
    for (String name : names) {
      tree.write("events/" + name, "event=0x02");
      tree.write("events/" + name + ".scale", "2.3283064365386962890625e-10");
      tree.write("events/" + name + ".unit", "Joules");
    }
  }

  /** A program that prints to its standard error, as perf does, and goes on as told. */
  private void perfPrints(String text, String then) throws IOException {
    Files.writeString(folder.resolve("output"), text);
    Files.writeString(
        perf,
        "#!/bin/sh\n"
            + "echo \"$LC_ALL $@\" > "
            + folder.resolve("arguments")
            + "\ncat "
            + folder.resolve("output")
            + " >&2\n: > "
            + ready
            + "\n"
            + then
            + "\n");
    Files.setPosixFilePermissions(perf, PosixFilePermissions.fromString("rwx------"));
  }

  /** The check's time passes at once, but not before the program has printed. */
  private Perf perf() {
    ScriptedLoad load =
        new ScriptedLoad(
            () -> await().pollDelay(Duration.ofMillis(10)).until(() -> Files.exists(ready)));
    return new Perf(tree.root(), perf.toString(), Clock.systemUTC(), new LivenessCheck(load));
  }

  private PowerMeter open(Map<String, String> options) throws MeterException, InterruptedException {
    return perf().open(new MeterSettings("perf", options));
  }

  @Test
  void intervalsOfPackagesAndMemoryAreAddedUp() throws Exception {
    events("energy-pkg", "energy-ram", "energy-cores", "energy-psys");
    perfPrints(PACKAGE + MEMORY + MORE, "exec sleep 60");

    try (PowerMeter meter = open(Map.of())) {
      assertThat(meter.channels())
          .extracting(Channel::name, Channel::scope, Channel::counted)
          .containsExactly(
              tuple("energy-pkg", Scope.PROCESSOR, true), tuple("energy-ram", Scope.MEMORY, false));
      assertThat(Files.readString(folder.resolve("arguments")))
          .isEqualTo("C stat -a -I 1000 -x, -e power/energy-pkg/,power/energy-ram/\n");
    }
  }

  @Test
  void readingsComeAsPerfPrintsThem() throws Exception {
    events("energy-pkg");
    Path next = folder.resolve("next");
    perfPrints(
        PACKAGE,
        "until [ -e " + next + " ]; do sleep 0.05; done; cat " + next + " >&2; exec sleep 60");

    try (PowerMeter meter = open(Map.of())) {
      assertThat(meter.read()).isEmpty();
      Path whole = folder.resolve("whole");
      Files.writeString(
          whole, "     2.002369058,20.41,Joules,power/energy-pkg/,2002617705,100.00,,\n");
      Files.move(whole, next);

      List<Reading> readings = new ArrayList<>();
      await()
          .until(
              () -> {
                readings.addAll(meter.read());
                return !readings.isEmpty();
              });
      assertThat(readings)
          .singleElement()
          .satisfies(reading -> assertThat(reading.value()).isEqualTo(19.63 + 20.41));
    }
  }

  @Test
  void unsupportedMemoryIsLeftOut() throws Exception {
    events("energy-pkg", "energy-ram");
    perfPrints(
        PACKAGE + "     1.001048308,<not supported>,Joules,power/energy-ram/,0,100.00,,\n",
        "exec sleep 60");

    try (PowerMeter meter = open(Map.of())) {
      assertThat(meter.channels()).extracting(Channel::name).containsExactly("energy-pkg");
    }
  }

  @Test
  void anUnsupportedPackageIsRefused() throws Exception {
    events("energy-pkg");
    perfPrints(
        "     1.001048308,<not supported>,Joules,power/energy-pkg/,0,100.00,,\n", "exec sleep 60");

    assertThatThrownBy(() -> open(Map.of()))
        .isInstanceOf(MeterException.class)
        .hasMessage("The machine does not support the event energy-pkg, as perf says.");
  }

  @Test
  void psysAloneIsNothingToCountUnlessAskedFor() {
    events("energy-psys");

    assertThatThrownBy(() -> open(Map.of()))
        .isInstanceOf(MeterException.class)
        .hasMessage(
            "The kernel has no event energy-pkg under "
                + tree.root()
                + ", but those of psys; zone=… chooses.");
  }

  @Test
  void aDeadPsysIsRefusedAndFoundUnusable() throws Exception {
    events("energy-psys");
    perfPrints(DEAD, "exec sleep 60");

    assertThatThrownBy(() -> open(Map.of("zone", "psys")))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("energy-psys stayed at 0 J for 3 s while a processor worked");
    assertThat(perf().find())
        .containsExactly(
            new MeterPresence(
                "energy-psys",
                MeterPresence.State.UNUSABLE,
                "energy-psys stayed at 0 J for 3 s while a processor worked: a dead counter.",
                Optional.empty()));
  }

  @Test
  void livingEventsAreFoundWithWhatBecomesOfThem() throws Exception {
    events("energy-pkg", "energy-ram", "energy-psys");
    perfPrints(PACKAGE + MEMORY + DEAD.replace("0.00,J", "31.25,J"), "exec sleep 60");

    assertThat(perf().find())
        .extracting(MeterPresence::what, MeterPresence::state, MeterPresence::reason)
        .containsExactly(
            tuple("energy-pkg", MeterPresence.State.PRESENT, "Counted."),
            tuple("energy-ram", MeterPresence.State.PRESENT, "Shown apart from the packages."),
            tuple(
                "energy-psys",
                MeterPresence.State.PRESENT,
                "Not counted, since it contains the packages; zone=psys counts it alone."));
  }

  @Test
  void aUserWithoutPermissionIsToldHowToGetIt() throws Exception {
    events("energy-pkg");
    perfPrints(
        """
        Error:
        Access to performance monitoring and observability operations is limited.
        Consider adjusting /proc/sys/kernel/perf_event_paranoid setting to open
        """,
        "exit 255");

    assertThatThrownBy(() -> open(Map.of()))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("sysctl kernel.perf_event_paranoid=0");
    assertThat(perf().find())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.state()).isEqualTo(MeterPresence.State.UNUSABLE);
              assertThat(finding.reason())
                  .isEqualTo("This user may not use performance events of all processors.");
              assertThat(finding.remedy().orElseThrow()).contains("setcap cap_perfmon=ep");
            });
  }

  @Test
  void aMachineWithoutPerfIsToldHowToInstallIt() throws Exception {
    events("energy-pkg");

    assertThat(perf().find())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.state()).isEqualTo(MeterPresence.State.UNUSABLE);
              assertThat(finding.reason()).contains("cannot be started");
              assertThat(finding.remedy().orElseThrow()).contains("apt install linux-perf");
            });
  }

  @Test
  void aMachineWithoutEventsHasNone() throws Exception {
    assertThat(perf().find())
        .singleElement()
        .matches(finding -> finding.state() == MeterPresence.State.ABSENT);
  }

  @Test
  void whatPerfSaidIsPartOfTheMessageWhenItFails() throws Exception {
    events("energy-pkg");
    perfPrints("event syntax error: 'power/energy-pkg/'\n", "exit 129");

    assertThatThrownBy(() -> open(Map.of()))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("it said: event syntax error: 'power/energy-pkg/'");
  }

  @Test
  void aPerfThatEndsInTheMiddleIsNoticed() throws Exception {
    events("energy-pkg");
    Path end = folder.resolve("end");
    perfPrints(PACKAGE, "until [ -e " + end + " ]; do sleep 0.05; done");

    try (PowerMeter meter = open(Map.of())) {
      Files.writeString(end, "");

      await()
          .untilAsserted(
              () ->
                  assertThatThrownBy(meter::read)
                      .isInstanceOf(MeterException.class)
                      .hasMessageContaining("perf has ended in the middle"));
    }
  }
}
