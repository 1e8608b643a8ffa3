package org.quorate.cli.agent;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.quorate.cli.observe.EnergyReport;
import org.quorate.cli.observe.ObservedEnergy;
import org.quorate.cli.observe.OperationRates;
import org.quorate.power.MeterException;
import org.quorate.study.file.MetersFile;

/**
 * The meters of the hosts that an agent looks at, from one connection to its end. Meters that
 * cannot be had are tried again, and the agent goes on without them meanwhile. Used by one thread.
 */
final class LookoutEnergy implements AutoCloseable {
  private static final Duration RESPITE = Duration.ofMinutes(10);

  private final AgentSettings settings;
  private final CqlSession session;
  private final AgentTime time;
  private final Consumer<String> told;
  private final OperationRates rates = new OperationRates();
  private @Nullable ObservedEnergy meters;
  private long nextAttempt;

  LookoutEnergy(AgentSettings settings, CqlSession session, AgentTime time, Consumer<String> told) {
    this.settings = settings;
    this.session = session;
    this.time = time;
    this.told = told;
    this.nextAttempt = time.nanos();
  }

  /** What the keyspaces are added to, of the round that begins now. */
  OperationRates begin() throws InterruptedException {
    Optional<MetersFile> file = settings.meters();
    if (meters == null && file.isPresent() && time.nanos() - nextAttempt >= 0) {
      nextAttempt = time.nanos() + RESPITE.toNanos();
      open(file.get());
    }
    rates.begin();
    return rates;
  }

  private void open(MetersFile file) throws InterruptedException {
    try {
      meters =
          ObservedEnergy.start(
              file,
              System.getenv(),
              () -> session.getMetadata().getNodes().values(),
              settings.sources().access());
    } catch (MeterException | IOException unusable) {
      told.accept("The energy of the hosts is not known: " + unusable.getMessage());
    }
  }

  /**
   * All keyspaces have been added.
   *
   * @param askedAt in the middle of the round, by {@link System#nanoTime()}
   */
  void counted(long askedAt) {
    ObservedEnergy open = meters;
    if (open != null) {
      open.counted(rates, askedAt);
      open.report().use().notes().forEach(told);
    }
  }

  Optional<EnergyReport> report() {
    return Optional.ofNullable(meters).map(ObservedEnergy::report);
  }

  @Override
  public void close() {
    ObservedEnergy open = meters;
    if (open != null) {
      open.close();
    }
  }
}
