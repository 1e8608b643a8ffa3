package org.quorate.cli.agent;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.jmx.ManagementAccess;
import org.quorate.cli.observe.EnergyReport;
import org.quorate.cli.observe.ObservedEnergy;
import org.quorate.cli.observe.OperationRates;
import org.quorate.power.MeterException;
import org.quorate.study.file.MetersFile;

/**
 * The meters of the hosts that an agent looks at, from one connection to its end. Meters that
 * cannot be had, or whose account fails in whatever way, are opened anew after a respite; the agent
 * goes on without them meanwhile. Used by one thread.
 */
final class LookoutEnergy implements AutoCloseable {
  private static final Duration RESPITE = Duration.ofMinutes(10);

  private final Optional<MetersFile> file;
  private final Supplier<Collection<Node>> nodes;
  private final @Nullable ManagementAccess access;
  private final AgentTime time;
  private final Consumer<String> told;
  private final OperationRates rates = new OperationRates();
  private final Set<String> notes = new HashSet<>();
  private @Nullable ObservedEnergy meters;
  private Optional<EnergyReport> report = Optional.empty();
  private long nextAttempt;

  /**
   * @param file of the meters; empty where there are none
   * @param nodes of the cluster, whenever it is asked
   * @param access to them over JMX, null where there is none
   */
  LookoutEnergy(
      Optional<MetersFile> file,
      Supplier<Collection<Node>> nodes,
      @Nullable ManagementAccess access,
      AgentTime time,
      Consumer<String> told) {
    this.file = file;
    this.nodes = nodes;
    this.access = access;
    this.time = time;
    this.told = told;
    this.nextAttempt = time.nanos();
  }

  /** What the keyspaces are added to, of the round that begins now. */
  OperationRates begin() throws InterruptedException {
    if (meters == null && file.isPresent() && time.nanos() - nextAttempt >= 0) {
      try {
        meters = ObservedEnergy.start(file.get(), System.getenv(), nodes, access);
      } catch (MeterException | IOException | RuntimeException unusable) {
        fail(unusable);
      }
    }
    rates.begin();
    return rates;
  }

  /**
   * All keyspaces have been added. Notes are told when they are new.
   *
   * @param askedAt in the middle of the round, by {@link System#nanoTime()}
   */
  void counted(long askedAt) {
    ObservedEnergy open = meters;
    if (open == null) {
      return;
    }
    try {
      open.counted(rates, askedAt);
      EnergyReport known = open.report();
      report = Optional.of(known);
      known.use().notes().stream().filter(notes::add).forEach(told);
    } catch (RuntimeException failure) {
      close();
      fail(failure);
    }
  }

  private void fail(Exception failure) {
    nextAttempt = time.nanos() + RESPITE.toNanos();
    told.accept("The energy of the hosts is not known: " + Failures.sentence(failure));
  }

  /** At the latest count; empty while no meters are open. */
  Optional<EnergyReport> report() {
    return report;
  }

  @Override
  public void close() {
    ObservedEnergy open = meters;
    meters = null;
    report = Optional.empty();
    try {
      if (open != null) {
        open.close();
      }
    } catch (RuntimeException failure) {
      told.accept("The meters of the hosts were not closed well: " + Failures.sentence(failure));
    }
  }
}
