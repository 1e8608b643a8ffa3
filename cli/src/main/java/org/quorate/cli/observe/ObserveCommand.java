package org.quorate.cli.observe;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.jmx.ManagementAccess;
import org.quorate.cassandra.jmx.ManagementAddresses;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.observe.ClusterObserver;
import org.quorate.cassandra.observe.ClusterReport;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.Console;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.lab.store.cassandra.StoreException;
import org.quorate.power.MeterException;
import org.quorate.report.terminal.Style;
import org.quorate.study.file.MetersFile;
import org.quorate.study.file.StudyFileException;
import org.quorate.study.io.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "observe",
    description = {
      "Watches the tables of a running cluster, and reports what their consistency costs.",
      "Tells how often each table is read and written, how long writes take to their other"
          + " replicas, and what share of reads is estimated to be stale at every level. Needs a"
          + " role that may read; installs nothing, and changes nothing unless --allow-changes is"
          + " given. docs/observe.md describes every number."
    },
    footer = {
      "",
      "Examples:",
      "  quorate observe --contact-point 10.0.0.5 --keyspace shop",
      "      looks for a minute, then reports",
      "  quorate observe --driver-config application.conf --keyspace shop --table carts --jmx 7199"
          + " --jmx-login jmx.txt",
      "      with encryption and login from a file, and counts over JMX",
      "  quorate observe --contact-point 10.0.0.5 --keyspace shop --duration 0 --metrics 9500",
      "      until Ctrl-C, for Prometheus to scrape",
      "  quorate observe --contact-point 10.0.0.5 --keyspace shop --meters rack7.yaml",
      "      with the joules per operation, by the meters of the hosts"
    })
public final class ObserveCommand implements Callable<Integer> {
  private static final Duration PROPAGATION_PATIENCE = Duration.ofSeconds(12);
  private static final int NARROWEST = 60;
  private static final int WIDEST = 100;
  private static final int USUAL = 80;

  private final Invocation invocation;

  @Mixin private ObserveOptions options = new ObserveOptions();

  public ObserveCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() throws CommandFailure, IOException, InterruptedException {
    NodeSources sources;
    try {
      options.check();
      sources = options.cluster().sources();
    } catch (IllegalArgumentException | IOException wrong) {
      throw CommandFailure.wrongInput(wrong);
    }
    ManagementAccess access = sources.access();
    MetersFile meters = meters(access);
    LiveScreen view = new LiveScreen(invocation.console());
    try (MetricsPage page = page();
        CassandraConnection connection = CassandraConnection.open(options.cluster().settings());
        EnergyWatch energy =
            new EnergyWatch(energy(meters, connection.session(), access), view::tell)) {
      observe(connection.session(), sources, view, page, energy);
      return ExitStatus.OK;
    } catch (StoreException unreachable) {
      throw CommandFailure.environment(unreachable);
    }
  }

  /** What tells the energy of the hosts; null where nothing is named. */
  private @Nullable MetersFile meters(@Nullable ManagementAccess access) throws CommandFailure {
    Path file = options.meters();
    if (file == null) {
      return null;
    }
    try {
      MetersFile meters = MetersFile.read(file);
      ObservedMeters.check(meters, System.getenv(), access);
      return meters;
    } catch (StudyFileException | MeterException | IOException wrong) {
      throw CommandFailure.wrongInput(wrong);
    }
  }

  /** The meters of the hosts, read from now on. */
  private static @Nullable ObservedEnergy energy(
      @Nullable MetersFile meters, CqlSession session, @Nullable ManagementAccess access)
      throws CommandFailure, IOException, InterruptedException {
    try {
      return meters == null
          ? null
          : ObservedEnergy.start(
              meters, System.getenv(), () -> session.getMetadata().getNodes().values(), access);
    } catch (MeterException unusable) {
      throw CommandFailure.environment(unusable);
    }
  }

  private @Nullable MetricsPage page() throws CommandFailure {
    Integer port = options.metricsPort();
    if (port == null) {
      return null;
    }
    InetSocketAddress address = new InetSocketAddress(options.metricsAddress(), port);
    if (address.isUnresolved()) {
      throw new CommandFailure(
          ExitStatus.WRONG_INPUT, "The host name " + options.metricsAddress() + " is not known.");
    }
    try {
      MetricsPage page = MetricsPage.open(address);
      invocation.tell("Metrics are at " + page.url() + ".");
      return page;
    } catch (IOException taken) {
      throw CommandFailure.environment(taken);
    }
  }

  private void observe(
      CqlSession session,
      NodeSources sources,
      LiveScreen view,
      @Nullable MetricsPage page,
      EnergyWatch energy)
      throws CommandFailure, IOException, InterruptedException {
    ObservedKeyspace keyspace;
    ManagementAddresses management = sources.management();
    try {
      keyspace =
          ObservedKeyspace.find(
              session, options.keyspace(), options.tables(), options.writeLevel());
      if (management != null) {
        management.requireAll(session.getMetadata().getNodes().values(), "--jmx");
      }
    } catch (IllegalArgumentException wrong) {
      throw CommandFailure.wrongInput(wrong);
    }
    try (ClusterObserver observer =
        sources.observer(
            session, keyspace, options.keys(), options.propagation(), options.sampling(), true)) {
      view.begin(
          keyspace.name(),
          keyspace.tables().size(),
          session.getMetadata().getNodes().size(),
          options.interval());
      boolean ended = watch(observer, view, page, energy);
      print(observer, energy, ended);
    } catch (SourceException unusable) {
      throw CommandFailure.environment(unusable);
    }
  }

  /** Looks until the time is over, and says so, or until Ctrl-C. */
  private boolean watch(
      ClusterObserver observer, LiveScreen view, @Nullable MetricsPage page, EnergyWatch energy)
      throws SourceException {
    long duration = options.duration().toNanos();
    long start = System.nanoTime();
    long next = 0;
    try {
      while (true) {
        long asked = System.nanoTime();
        boolean known = observer.poll();
        long answered = System.nanoTime();
        ClusterReport latest = observer.latest();
        EnergyReport drawn =
            energy.counted(
                latest, known, observer.coordinatedByDataCenter(), asked + (answered - asked) / 2);
        long elapsed = System.nanoTime() - start;
        if (known) {
          view.show(latest, drawn, Duration.ofNanos(elapsed), options.duration());
        } else {
          view.problems(latest);
        }
        if (page != null) {
          page.show(latest, drawn == null ? List.of() : EnergyMetrics.of(drawn));
        }
        if (duration > 0 && next >= duration) {
          observer.awaitPropagation(PROPAGATION_PATIENCE);
          return true;
        }
        next += options.interval().toNanos();
        next = duration > 0 ? Math.min(next, duration) : next;
        next = Math.max(next, elapsed);
        TimeUnit.NANOSECONDS.sleep(next - (System.nanoTime() - start));
      }
    } catch (InterruptedException asked) {
      return false;
    }
  }

  private void print(ClusterObserver observer, EnergyWatch energy, boolean ended)
      throws CommandFailure, IOException, InterruptedException {
    ClusterReport report = observer.whole();
    if (report.readings() == 0) {
      throw ended
          ? new CommandFailure(
              ExitStatus.ENVIRONMENT,
              "No node answered twice in "
                  + options.duration().toSeconds()
                  + " s, so no rates are known; look longer with --duration.",
              report.problems(),
              null)
          : new CommandFailure(
              ExitStatus.INTERRUPTED, "Interrupted before there were two readings to compare.");
    }
    EnergyReport drawn = energy.finish();
    Console console = invocation.console();
    int width = Math.max(NARROWEST, Math.min(WIDEST, console.outputColumns().orElse(USUAL)));
    invocation.tell("");
    console
        .output()
        .print(
            options.json()
                ? Json.text(ReportJson.of(report, drawn))
                : ReportText.of(
                    report, drawn, new Style(console.colourOutput(), console.unicode()), width));
    console.output().flush();
  }
}
