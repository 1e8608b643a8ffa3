package org.quorate.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.quorate.cli.observe.KnownNode;
import org.quorate.study.file.MetersFile;
import org.quorate.study.plan.PowerSettings;

/** What nobody has thought of fails in the account of energy, while an agent looks on. */
final class LookoutEnergyTest {
  private static final List<PowerSettings.Meter> MODEL =
      List.of(new PowerSettings.Meter("model", Map.of("profile", "server-2010")));
  private static final String FAILURE =
      "The energy of the hosts is not known: A node has no address.";
  private static final String UNPLACED =
      "The host web1 is in no data centre here, since no node has the address web1; name its nodes"
          + " under hosts in the file of meters.";

  private final List<String> told = new ArrayList<>();
  private long minute;
  private boolean isFailing;
  private final LookoutEnergy energy =
      new LookoutEnergy(
          Optional.of(
              new MetersFile(
                  Map.of("10.0.0.1", MODEL, "web1", MODEL), Map.of(), Map.of(), Optional.empty())),
          this::nodes,
          null,
          new Minutes(),
          told::add);

  /** Stands still, but for the test. */
  private final class Minutes implements AgentTime {
    @Override
    public Instant now() {
      return Instant.EPOCH.plusNanos(nanos());
    }

    @Override
    public long nanos() {
      return Duration.ofMinutes(minute).toNanos();
    }

    @Override
    public void sleep(long nanos) {
      throw new IllegalStateException("nobody sleeps");
    }
  }

  private Collection<Node> nodes() {
    if (isFailing) {
      throw new IllegalStateException("A node has no address.");
    }
    return List.of(KnownNode.of("10.0.0.1", "dc1"));
  }

  private void round() throws InterruptedException {
    energy.begin();
    energy.counted(System.nanoTime());
  }

  @AfterEach
  void close() {
    energy.close();
  }

  @Test
  void metersThatCannotBeOpenedForWhateverReasonAreOpenedTenMinutesLater() throws Exception {
    isFailing = true;
    round();
    isFailing = false;
    minute = 9;
    round();
    assertThat(energy.report()).isEmpty();
    assertThat(told).containsExactly(FAILURE);
    minute = 10;
    round();
    assertThat(energy.report()).isPresent();
  }

  @Test
  void anAccountThatFailsEndsTheEnergyAloneAndBeginsAnewTenMinutesLater() throws Exception {
    round();
    assertThat(energy.report()).isPresent();
    minute = 60;
    isFailing = true;
    round();
    isFailing = false;
    minute = 69;
    round();
    assertThat(energy.report()).isEmpty();
    minute = 70;
    round();
    assertThat(energy.report()).isPresent();
    assertThat(told).containsExactly(UNPLACED, FAILURE);
  }

  @Test
  void aNoteIsToldWhenItIsNewAndNotAtEachRound() throws Exception {
    round();
    round();
    round();
    assertThat(told).containsExactly(UNPLACED);
  }
}
