package org.quorate.power.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.quorate.power.file.MeterFile.CLOCK;
import static org.quorate.power.file.MeterFile.NOW;

import java.nio.file.Path;
import java.time.Instant;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.PowerMeter;
import org.quorate.power.Quantity;
import org.quorate.power.Reading;
import org.quorate.power.Scope;

final class EnergiBridgeTest {
  private static final String INTEL =
      """
      Delta,Time,CPU_FREQUENCY_0,CPU_USAGE_0,DRAM_ENERGY (J),PACKAGE_ENERGY (J),PP0_ENERGY (J),PP1_ENERGY (J),TOTAL_MEMORY,TOTAL_SWAP,USED_MEMORY,USED_SWAP
      0,1710876498491,2592,17.58277130126953,709.4478759765625,8740.855224609375,8041.038391113281,29.24908447265625,34156023808,5100273664,16627380224,0
      200,1710876498491,2592,15.429939270019531,709.455810546875,8741.010192871094,8041.209228515625,29.24908447265625,34156023808,5100273664,16627011584,0
      8,1710876498692,2592,3.959625244140625,709.7537231445313,8743.077209472656,8043.0120849609375,29.24908447265625,34156023808,5100273664,16610975744,0
      """;

  @TempDir Path folder;
  private final EnergiBridge kind = new EnergiBridge(CLOCK);
  private MeterFile file;

  @BeforeEach
  void makeFile() {
    file = new MeterFile(folder.resolve("energibridge.csv"));
  }

  @Test
  void thePackageIsCountedAndMemoryApart() throws Exception {
    file.append(INTEL);

    try (PowerMeter meter = file.open(kind)) {
      assertThat(meter.channels())
          .extracting(Channel::name, Channel::quantity, Channel::scope, Channel::counted)
          .containsExactly(
              tuple("dram", Quantity.ENERGY, Scope.MEMORY, false),
              tuple("package", Quantity.ENERGY, Scope.PROCESSOR, true));
      assertThat(meter.read())
          .hasSize(6)
          .endsWith(
              new Reading(0, Instant.parse("2024-03-19T19:28:18.692Z"), NOW, 709.7537231445312),
              new Reading(1, Instant.parse("2024-03-19T19:28:18.692Z"), NOW, 8743.077209472656));
    }
  }

  @Test
  void whereCountersWrapMustBeSaid() throws Exception {
    file.append(INTEL);

    try (PowerMeter meter = file.open(kind)) {
      assertThat(meter.channels().get(1).wrapsAt()).isEmpty();
    }
    try (PowerMeter meter = file.open(kind, "wraps-at=262144")) {
      assertThat(meter.channels().get(1).wrapsAt()).isEqualTo(OptionalDouble.of(262144));
    }
  }

  @Test
  void theMisspeltColumnOfSomeVersionsIsThePackage() throws Exception {
    file.append("Delta,Time,PACAKGE_ENERGY (J)\n0,1710876498491,5\n");

    try (PowerMeter meter = file.open(kind)) {
      assertThat(meter.channels()).extracting(Channel::name).containsExactly("package");
    }
  }

  @Test
  void onAmdTheProcessorIsCountedAndItsCoresAreNot() throws Exception {
    file.append("Delta,Time,CORE0_ENERGY (J),CORE0_VOLT (V),CPU_ENERGY (J)\n")
        .append("0,1710876498491,3,1.1,5\n");

    try (PowerMeter meter = file.open(kind)) {
      assertThat(meter.channels()).extracting(Channel::name).containsExactly("cpu");
      assertThat(meter.read()).extracting(Reading::value).containsExactly(5.0);
    }
  }

  @Test
  void onAMacTheSystemsPowerIsCountedAndTheProcessorsApart() throws Exception {
    file.append("Delta;Time;CPU_POWER (Watts);SYSTEM_POWER (Watts)\n")
        .append("0;1697704464320;7.5;11.58033275604248\n");

    try (PowerMeter meter = file.open(kind, "separator=;")) {
      assertThat(meter.channels())
          .extracting(Channel::name, Channel::scope, Channel::counted)
          .containsExactly(
              tuple("cpu power", Scope.PROCESSOR, false), tuple("system", Scope.HOST, true));
      assertThat(meter.read()).extracting(Reading::value).containsExactly(7.5, 11.58033275604248);
    }
  }

  @Test
  void aFileWithoutEnergyOrOfAnotherProgramIsRefused() {
    file.append("Delta,Time,CPU_USAGE_0\n0,1697704464320,7.5\n");
    assertThatThrownBy(() -> file.open(kind))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("has no column of energy or power");

    MeterFile other = new MeterFile(folder.resolve("other.csv")).append("a,b\n1,2\n");
    assertThatThrownBy(() -> other.open(kind))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("is no table of EnergiBridge");
  }
}
