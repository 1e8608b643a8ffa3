package org.quorate.cli.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.quorate.study.file.MetersFile;
import org.quorate.study.plan.PowerSettings;

/** What nobody has thought of fails in the account of energy, while a cluster is observed. */
final class EnergyWatchTest {
  private static final MetersFile METERS =
      new MetersFile(
          Map.of(
              "10.0.0.1",
              List.of(new PowerSettings.Meter("model", Map.of("profile", "server-2010")))),
          Map.of(),
          Map.of(),
          Optional.empty());

  private final List<String> told = new ArrayList<>();
  private boolean isFailing;

  private Collection<Node> nodes() {
    if (isFailing) {
      throw new IllegalStateException("A node has no address.");
    }
    return List.of(KnownNode.of("10.0.0.1", "dc1"));
  }

  private static @Nullable EnergyReport counted(EnergyWatch energy) {
    return energy.counted(Reports.full(1), true, Map.of(), System.nanoTime());
  }

  @Test
  void anAccountThatFailsEndsTheEnergyAloneAndIsToldOnce() throws Exception {
    try (EnergyWatch energy =
        new EnergyWatch(ObservedEnergy.start(METERS, Map.of(), this::nodes, null), told::add)) {
      EnergyReport before = counted(energy);
      assertThat(before).isNotNull();
      isFailing = true;
      assertThat(counted(energy)).isNull();
      isFailing = false;
      assertThat(counted(energy)).isNull();
      assertThat(energy.finish())
          .isEqualTo(before.withNote("It was not counted until the end: A node has no address."));
    }
    assertThat(told)
        .containsExactly(
            "The energy of the hosts is not counted from now on: A node has no address.");
  }

  @Test
  void whereThereAreNoMetersThereIsNothingToTell() throws Exception {
    try (EnergyWatch energy = new EnergyWatch(null, told::add)) {
      assertThat(counted(energy)).isNull();
      assertThat(energy.finish()).isNull();
    }
    assertThat(told).isEmpty();
  }
}
