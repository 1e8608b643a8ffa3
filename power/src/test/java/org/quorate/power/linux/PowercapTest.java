package org.quorate.power.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.quorate.power.linux.KernelTree.DRAM_RANGE;
import static org.quorate.power.linux.KernelTree.PACKAGE_RANGE;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
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

final class PowercapTest {
  private static final Instant NOW = Instant.parse("2026-05-01T10:00:00Z");

  @TempDir Path folder;
  private KernelTree tree;
  private Powercap powercap;

  /** Counters that advance while the check looks at them, by zone. */
  private final Map<String, Long> living = new LinkedHashMap<>();

  @BeforeEach
  void makeTree() {
    tree = new KernelTree(folder);
    ScriptedLoad load =
        new ScriptedLoad(
            () ->
                living.replaceAll(
                    (id, energy) -> {
                      tree.energy(id, energy + 61);
                      return energy + 61;
                    }));
    powercap =
        new Powercap(
            folder, Clock.fixed(NOW, ZoneOffset.UTC), new LivenessCheck(load), tree.attributes());
  }

  private void zone(String id, String name, long microjoules, long range) {
    tree.zone(id, name, microjoules, range);
    living.put(id, microjoules);
  }

  private PowerMeter open(String... options) throws MeterException, InterruptedException {
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = 0; i < options.length; i += 2) {
      map.put(options[i], options[i + 1]);
    }
    return powercap.open(new MeterSettings("powercap", map));
  }

  @Test
  void packagesOfBothSocketsAreCountedAndMemoryIsApart() throws Exception {
    zone("intel-rapl:0", "package-0", 1_000_000, PACKAGE_RANGE);
    zone("intel-rapl:0:0", "dram", 20, DRAM_RANGE);
    zone("intel-rapl:1", "package-1", 2_000_000, PACKAGE_RANGE);
    zone("intel-rapl:1:0", "dram", 20, DRAM_RANGE);
    zone("intel-rapl:2", "psys", 20, PACKAGE_RANGE);

    try (PowerMeter meter = open()) {
      assertThat(meter.channels().stream().filter(Channel::counted))
          .extracting(Channel::name, Channel::scope)
          .containsExactly(
              tuple("package-0", Scope.PROCESSOR), tuple("package-1", Scope.PROCESSOR));
      assertThat(meter.channels().stream().filter(channel -> !channel.counted()))
          .extracting(Channel::name, Channel::scope)
          .containsExactly(
              tuple("package-0 dram", Scope.MEMORY), tuple("package-1 dram", Scope.MEMORY));
    }
  }

  @Test
  void readingsAreJoulesAndTheChannelSaysWhereTheyWrap() throws Exception {
    zone("intel-rapl:0", "package-0", 262_143_328_000L, PACKAGE_RANGE);

    try (PowerMeter meter = open()) {
      tree.energy("intel-rapl:0", 1_500_000);

      assertThat(meter.read()).containsExactly(Reading.received(0, NOW, 1.5));
      assertThat(meter.channels().get(0).wrapsAt()).isEqualTo(OptionalDouble.of(262143.328850));
    }
  }

  @Test
  void psysIsCountedAloneWhenAskedFor() throws Exception {
    zone("intel-rapl:0", "package-0", 1, PACKAGE_RANGE);
    zone("intel-rapl:1", "psys", 5, PACKAGE_RANGE);

    try (PowerMeter meter = open("zone", "psys")) {
      assertThat(meter.channels())
          .singleElement()
          .matches(channel -> channel.name().equals("psys") && channel.counted())
          .matches(channel -> channel.scope() == Scope.HOST);
    }
  }

  @Test
  void packagesAndTheirMemoryAreTwoMetersWithNamesOfTheirOwn() throws Exception {
    zone("intel-rapl:0", "package-0", 1_000_000, PACKAGE_RANGE);
    zone("intel-rapl:0:0", "dram", 20, DRAM_RANGE);

    try (PowerMeter packages = open();
        PowerMeter memory = open("zone", "dram")) {
      assertThat(packages.name()).isEqualTo("powercap");
      assertThat(memory.name()).isEqualTo("powercap dram");
    }
  }

  @Test
  void aMachineWithPsysAloneHasNothingToCountUnlessAskedFor() {
    zone("intel-rapl:0", "psys", 5, PACKAGE_RANGE);

    assertThatThrownBy(this::open)
        .isInstanceOf(MeterException.class)
        .hasMessage(
            "There is no RAPL zone of kind package under "
                + folder
                + ", but psys; zone=… chooses.");
  }

  @Test
  void aDeadPackageIsRefusedAndFoundUnusable() throws Exception {
    zone("intel-rapl:0", "package-0", 5, PACKAGE_RANGE);
    tree.zone("intel-rapl:1", "package-1", 0, PACKAGE_RANGE);

    assertThatThrownBy(this::open)
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("package-1 stayed at 0 J for 3 s while a processor worked");
    assertThat(powercap.find())
        .extracting(MeterPresence::what, MeterPresence::state)
        .containsExactly(
            tuple("package-0", MeterPresence.State.PRESENT),
            tuple("package-1", MeterPresence.State.UNUSABLE));
  }

  @Test
  void deadMemoryIsLeftOutAndThePackageCounted() throws Exception {
    zone("intel-rapl:0", "package-0", 5, PACKAGE_RANGE);
    tree.zone("intel-rapl:0:0", "dram", 0, DRAM_RANGE);

    try (PowerMeter meter = open()) {
      assertThat(meter.channels()).extracting(Channel::name).containsExactly("package-0");
    }
  }

  @Test
  void anUnreadableCounterComesWithTheUdevRuleAndTheGroup() throws Exception {
    zone("intel-rapl:0", "package-0", 5, PACKAGE_RANGE);
    tree.deny("intel-rapl:0/energy_uj");

    MeterPresence finding = powercap.find().get(0);

    assertThat(finding.state()).isEqualTo(MeterPresence.State.UNUSABLE);
    assertThat(finding.reason())
        .isEqualTo(folder.resolve("intel-rapl:0/energy_uj") + " may not be read by this user.");
    assertThat(finding.remedy().orElseThrow())
        .contains(
            "ACTION==\"add\", SUBSYSTEM==\"powercap\", KERNEL==\"intel-rapl:*\","
                + " RUN+=\"/usr/bin/chgrp rapl /sys/%p/energy_uj\","
                + " RUN+=\"/usr/bin/chmod g+r /sys/%p/energy_uj\"")
        .contains("groupadd --force rapl && usermod --append --groups rapl USER");
    assertThatThrownBy(this::open)
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("may not be read by this user. As root, write this line");
  }

  @Test
  void everyZoneIsFoundWithWhatBecomesOfIt() throws Exception {
    zone("intel-rapl:0", "package-0", 5, PACKAGE_RANGE);
    zone("intel-rapl:0:0", "dram", 5, PACKAGE_RANGE);
    zone("intel-rapl:1", "psys", 5, PACKAGE_RANGE);
    zone("intel-rapl-mmio:0", "package-0", 5, PACKAGE_RANGE);

    assertThat(powercap.find())
        .extracting(MeterPresence::state, MeterPresence::reason)
        .containsExactlyInAnyOrder(
            tuple(
                MeterPresence.State.PRESENT,
                "Counted, from "
                    + folder.resolve("intel-rapl:0/energy_uj")
                    + "; intel-rapl-mmio:0 shows it once more and is not counted."),
            tuple(
                MeterPresence.State.PRESENT,
                "Shown apart from the packages, from "
                    + folder.resolve("intel-rapl:0:0/energy_uj")
                    + "."),
            tuple(
                MeterPresence.State.PRESENT,
                "Not counted, since it contains the packages; zone=psys counts it alone, from "
                    + folder.resolve("intel-rapl:1/energy_uj")
                    + "."));
  }

  @Test
  void aMachineWithoutZonesHasNone() throws Exception {
    assertThat(powercap.find())
        .singleElement()
        .matches(finding -> finding.state() == MeterPresence.State.ABSENT);
  }

  @Test
  void aFileThatIsGoneNegativeOrNoNumberIsAMissingReading() throws Exception {
    zone("intel-rapl:0", "package-0", 5, PACKAGE_RANGE);
    zone("intel-rapl:1", "package-1", 5, PACKAGE_RANGE);
    try (PowerMeter meter = open()) {
      for (String nothing : List.of("-1", "null", "")) {
        tree.write("intel-rapl:1/energy_uj", nothing);
        assertThat(meter.read()).extracting(Reading::isMissing).containsExactly(false, true);
      }
      tree.deny("intel-rapl:1/energy_uj");
      assertThat(meter.read()).extracting(Reading::isMissing).containsExactly(false, true);
    }
  }

  @Test
  void aMeterOfWhichNothingCanBeReadFails() throws Exception {
    zone("intel-rapl:0", "package-0", 5, PACKAGE_RANGE);
    try (PowerMeter meter = open()) {
      tree.deny("intel-rapl:0/energy_uj");

      assertThatThrownBy(meter::read)
          .isInstanceOf(MeterException.class)
          .hasMessageContaining("may not be read by this user");
    }
  }

  @Test
  void aMisspeltZoneOrOptionIsRefusedWithTheRightWord() {
    assertThatThrownBy(() -> open("zone", "packge"))
        .isInstanceOf(MeterException.class)
        .hasMessage(
            "The meter powercap knows no zone=\"packge\"; write package, dram, psys. Did you mean"
                + " package?");
    assertThatThrownBy(() -> open("zones", "psys"))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("has no option \"zones\"");
  }

  @Test
  void theRootIsAnOption() throws Exception {
    Powercap elsewhere =
        new Powercap(
            folder.resolve("nowhere"),
            Clock.fixed(NOW, ZoneOffset.UTC),
            new LivenessCheck(new ScriptedLoad(() -> tree.energy("intel-rapl:0", 9))),
            tree.attributes());
    tree.zone("intel-rapl:0", "package-0", 5, PACKAGE_RANGE);

    try (PowerMeter meter =
        elsewhere.open(new MeterSettings("powercap", Map.of("root", folder.toString())))) {
      assertThat(meter.channels()).hasSize(1);
    }
  }
}
