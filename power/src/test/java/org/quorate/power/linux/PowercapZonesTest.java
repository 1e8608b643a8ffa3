package org.quorate.power.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.quorate.power.linux.KernelTree.DRAM_RANGE;
import static org.quorate.power.linux.KernelTree.PACKAGE_RANGE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PowercapZonesTest {
  @TempDir Path folder;
  private KernelTree tree;

  @BeforeEach
  void makeTree() {
    tree = new KernelTree(folder);
  }

  private List<PowercapZone> zones() throws IOException {
    return new PowercapZones(tree.attributes()).find(folder);
  }

  @Test
  void zonesAreChosenByTheirNamesNotByTheirNumbers() throws IOException {
    tree.zone("intel-rapl:0", "psys", 7, PACKAGE_RANGE)
        .zone("intel-rapl:1", "package-0", 100, PACKAGE_RANGE)
        .zone("intel-rapl:1:0", "core", 50, PACKAGE_RANGE)
        .zone("intel-rapl:1:1", "uncore", 10, PACKAGE_RANGE)
        .zone("intel-rapl:1:2", "dram", 20, DRAM_RANGE);

    assertThat(zones())
        .extracting(PowercapZone::name, PowercapZone::domain, PowercapZone::wrapsAt)
        .containsExactlyInAnyOrder(
            tuple("psys", Domain.PSYS, OptionalDouble.of(262143.328850)),
            tuple("package-0", Domain.PACKAGE, OptionalDouble.of(262143.328850)),
            tuple("package-0 dram", Domain.DRAM, OptionalDouble.of(65712.999613)));
  }

  @Test
  void aDomainShownByRegistersAndByMemoryIsOne() throws IOException {
    tree.zone("intel-rapl-mmio:0", "package-0", 100, PACKAGE_RANGE)
        .zone("intel-rapl-mmio:0:0", "dram", 20, DRAM_RANGE)
        .zone("intel-rapl:0", "package-0", 100, PACKAGE_RANGE)
        .zone("intel-rapl:0:0", "dram", 20, DRAM_RANGE);

    assertThat(zones())
        .extracting(PowercapZone::id)
        .containsExactly("intel-rapl:0", "intel-rapl:0:0");
    assertThat(zones().get(0).notes())
        .containsExactly("intel-rapl-mmio:0 shows it once more and is not counted");
  }

  @Test
  void ofADomainShownTwiceTheReadableOneIsTaken() throws IOException {
    tree.zone("intel-rapl-mmio:0", "package-0", 100, PACKAGE_RANGE)
        .zone("intel-rapl:0", "package-0", 100, PACKAGE_RANGE)
        .deny("intel-rapl:0/energy_uj");

    assertThat(zones()).extracting(PowercapZone::id).containsExactly("intel-rapl-mmio:0");
  }

  @Test
  void aCounterMirroredForEachDieIsCountedOnce() throws IOException {
    tree.zone("intel-rapl:0", "package-0-die-0", 68_000_000, PACKAGE_RANGE)
        .zone("intel-rapl:1", "package-0-die-1", 68_000_000, PACKAGE_RANGE);

    assertThat(zones()).extracting(PowercapZone::name).containsExactly("package-0-die-0");
    assertThat(zones().get(0).notes())
        .containsExactly("package-0-die-1 repeats it and is not counted");
  }

  @Test
  void diesWithCountersOfTheirOwnAreAllCounted() throws IOException {
    tree.zone("intel-rapl:0", "package-0-die-0", 68_000_000, PACKAGE_RANGE)
        .zone("intel-rapl:1", "package-0-die-1", 67_000_000, PACKAGE_RANGE);

    assertThat(zones())
        .extracting(PowercapZone::name)
        .containsExactly("package-0-die-0", "package-0-die-1");
  }

  @Test
  void twoSocketsAreTwoPackagesEvenAtTheSameValue() throws IOException {
    tree.zone("intel-rapl:0", "package-0", 100, PACKAGE_RANGE)
        .zone("intel-rapl:0:0", "dram", 20, DRAM_RANGE)
        .zone("intel-rapl:1", "package-1", 100, PACKAGE_RANGE)
        .zone("intel-rapl:1:0", "dram", 20, DRAM_RANGE);

    assertThat(zones())
        .extracting(PowercapZone::name)
        .containsExactlyInAnyOrder("package-0", "package-0 dram", "package-1", "package-1 dram");
  }

  @Test
  void zonesInsideOfZonesAreFoundAndNotTwice() throws IOException {
    KernelTree inside = new KernelTree(folder.resolve("intel-rapl"));
    inside.zone("intel-rapl:0", "package-0", 100, PACKAGE_RANGE);
    inside.zone("intel-rapl:0/intel-rapl:0:0", "dram", 20, DRAM_RANGE);
    Files.createSymbolicLink(
        folder.resolve("intel-rapl:0"), folder.resolve("intel-rapl/intel-rapl:0"));

    assertThat(zones())
        .extracting(PowercapZone::name)
        .containsExactly("package-0", "package-0 dram");
  }

  @Test
  void aZoneWithoutARangeDoesNotWrap() throws IOException {
    tree.write("intel-rapl:0/name", "package-0");
    tree.write("intel-rapl:0/energy_uj", 5);

    assertThat(zones().get(0).wrapsAt()).isEmpty();
  }

  @Test
  void aZoneThatMayNotBeReadSaysSo() throws IOException {
    tree.zone("intel-rapl:0", "package-0", 100, PACKAGE_RANGE).deny("intel-rapl:0/energy_uj");

    PowercapZone zone = zones().get(0);
    assertThat(zone.isReadable()).isFalse();
    assertThat(zone.denied()).isTrue();
  }

  @Test
  void aMissingFolderHasNoZones() throws IOException {
    assertThat(new PowercapZones(tree.attributes()).find(folder.resolve("none"))).isEmpty();
  }
}
