package org.quorate.cli.rest;

import com.datastax.oss.driver.api.core.DriverException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.monitor.ClusterMonitor;
import org.quorate.cli.agent.RecordedHours;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.cli.console.Paragraphs;
import org.quorate.cli.observe.ConnectionOptions;
import org.quorate.cli.observe.NodeSources;
import org.quorate.cli.progress.ConsoleProgress;
import org.quorate.core.quantity.Durations;
import org.quorate.core.rest.DayLoad;
import org.quorate.core.rest.GearTerms;
import org.quorate.core.rest.KeyspaceTraffic;
import org.quorate.core.rest.RestKeyspace;
import org.quorate.core.rest.RestSituation;
import org.quorate.core.rest.RestTerms;
import org.quorate.lab.cassandra.rest.SeenCluster;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.lab.store.cassandra.StoreException;
import org.quorate.power.MeterException;
import org.quorate.power.model.HostProfile;
import org.quorate.power.model.ProfileFile;
import org.quorate.study.progress.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "rest",
    description = {
      "Says which replicas of a live Cassandra cluster could rest in which hours, and what that would"
          + " save.",
      "Looks only, by CQL: at the ring, the tables, the hints, and the load as an agent recorded it or"
          + " as it is now. All levels that clients use have to be said; no server tells."
          + " docs/rest.md says what may rest and why."
    },
    footer = {
      "",
      "Examples:",
      "  quorate rest --dry-run --contact-point 10.0.0.5 --history /var/lib/quorate",
      "      by the hours that an agent recorded",
      "  quorate rest --dry-run --contact-point 10.0.0.5 --most-load 8000 --duration 5m",
      "      at the load of now, where a node can execute 8,000 operations a second",
      "  quorate rest --dry-run --contact-point 10.0.0.5 --history /var/lib/quorate --profile"
          + " server-2012-2-sockets",
      "      with the share of energy, as of hosts of that kind"
    })
public final class RestCommand implements Callable<Integer> {
  private static final int HOURS = 24;

  private final Invocation invocation;

  @Option(
      names = "--dry-run",
      description = "Only say it; there is no other way yet, so this has to be given.")
  private boolean dryRun;

  @Mixin private ConnectionOptions cluster = new ConnectionOptions();

  @Option(
      names = "--history",
      paramLabel = "DIR",
      description =
          "The folder in which an agent keeps its history of this cluster; without it, the load is"
              + " that of now, and no hours are told.")
  private @Nullable Path history;

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "7",
      description = "How many of its last days to go by (default: ${DEFAULT-VALUE}).")
  private int days = 7;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      defaultValue = "1m",
      description = "How long to look at the load of now (default: ${DEFAULT-VALUE}).")
  private String duration = "1m";

  @Mixin private RestOptions allowed = new RestOptions();

  @Option(
      names = "--profile",
      paramLabel = "KIND",
      description =
          "What kind of host each node is on, one of power models, for the share of energy (default:"
              + " node hours alone).")
  private @Nullable String profile;

  public RestCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  /** What was asked for, checked. */
  private record Asked(
      RestTerms terms,
      GearTerms gear,
      Duration duration,
      NodeSources sources,
      @Nullable HostProfile profile) {}

  /** A load, where it comes from, and what is not in it. */
  private record Found(DayLoad load, SortedSet<LocalDate> days, List<String> unseen) {}

  @Override
  public Integer call() throws CommandFailure, InterruptedException {
    if (!dryRun) {
      throw new CommandFailure(
          ExitStatus.WRONG_INPUT,
          "Sending replicas of a cluster on other machines to rest is not built yet; give --dry-run"
              + " to be told which could, or use cluster rest --by-load on a cluster of this"
              + " machine.");
    }
    Asked asked = asked();
    try (CassandraConnection connection = CassandraConnection.open(cluster.settings())) {
      SeenCluster seen = SeenCluster.read(connection.session(), allowed.levels(), asked.terms());
      RestSituation situation = seen.situation();
      ToIntFunction<String> factor = keyspace -> factor(situation, keyspace);
      Path folder = history;
      Found found =
          folder == null
              ? now(connection, situation, asked, factor)
              : recorded(folder, situation, factor);
      List<String> unseen = new ArrayList<>(seen.unseen());
      unseen.addAll(found.unseen());
      Paragraphs out = Paragraphs.of(invocation.console());
      new RestOutlookText(outlook(situation, found, asked, unseen), out).write();
      invocation.console().output().print(out.text());
      invocation.console().output().flush();
      return ExitStatus.OK;
    } catch (StoreException | DriverException unreachable) {
      throw CommandFailure.environment(unreachable);
    } catch (IllegalArgumentException | IOException wrong) {
      throw CommandFailure.wrongInput(wrong);
    }
  }

  private Asked asked() throws CommandFailure {
    try {
      cluster.check();
      if (days < 1) {
        throw new IllegalArgumentException("--days must be at least 1.");
      }
      Duration looked = Durations.parse(duration);
      if (looked.compareTo(Duration.ofSeconds(1)) < 0) {
        throw new IllegalArgumentException("--duration must be at least 1s.");
      }
      String kind = profile;
      return new Asked(
          allowed.terms(),
          allowed.gear(),
          looked,
          cluster.sources(),
          kind == null ? null : ProfileFile.find(kind));
    } catch (IllegalArgumentException | IOException | MeterException wrong) {
      throw CommandFailure.wrongInput(wrong);
    }
  }

  private RestOutlook outlook(
      RestSituation situation, Found found, Asked asked, List<String> unseen) {
    GearTerms gear = asked.gear();
    String from = allowed.isMostStated() ? "as --most-load says" : "";
    OptionalDouble highest = found.load().highest();
    if (!allowed.isMostStated() && !found.days().isEmpty() && highest.orElse(0) > 0) {
      gear = new GearTerms(highest.getAsDouble(), gear.low(), gear.shortestStay());
      from = "the most that one had in an hour, which it is known to carry";
    }
    return RestOutlook.of(
        situation, found.load(), gear, found.days(), from, asked.profile(), unseen);
  }

  private Found recorded(Path folder, RestSituation situation, ToIntFunction<String> factor)
      throws IOException {
    RecordedHours hours = RecordedHours.read(folder, days, factor);
    if (hours.hours().isEmpty()) {
      throw new IllegalArgumentException(
          "The history in " + folder + " has no hour of which half was seen; let the agent go on.");
    }
    List<String> unseen = new ArrayList<>();
    Set<String> missing = new TreeSet<>();
    situation.keyspaces().forEach(keyspace -> missing.add(keyspace.name()));
    if (!missing.isEmpty() && Collections.disjoint(missing, hours.keyspaces())) {
      throw new IllegalArgumentException(
          "The history in "
              + folder
              + " is of "
              + String.join(", ", hours.keyspaces())
              + ", none of which this cluster has; name the folder of its own agent.");
    }
    missing.removeAll(hours.keyspaces());
    if (!missing.isEmpty()) {
      unseen.add(
          "The load of "
              + String.join(", ", missing)
              + ", which the agent did not observe: nodes have more to do than is told.");
    }
    unseen.add(
        "Load of nodes that did not answer the agent, and reads that nodes of other data centres"
            + " coordinate than it asks.");
    if (hours.unreadable() > 0) {
      unseen.add(
          hours.unreadable() + " minutes of tables whose rates the agent did not know: left out.");
    }
    return new Found(hours.load(situation), hours.days(), unseen);
  }

  private Found now(
      CassandraConnection connection,
      RestSituation situation,
      Asked asked,
      ToIntFunction<String> factor)
      throws CommandFailure, InterruptedException {
    try (ConsoleProgress progress = ConsoleProgress.open(invocation.console());
        Progress.Task looking =
            progress.start(
                "looking at the load for " + Durations.format(asked.duration()), 1, "looks");
        ClusterMonitor monitor = asked.sources().monitor(connection.session())) {
      LoadNow now =
          LoadNow.read(monitor, situation, connection.session(), asked.duration(), factor)
              .orElseThrow(
                  () ->
                      new CommandFailure(
                          ExitStatus.ENVIRONMENT,
                          "No node answered twice, so no rates are known; look longer with"
                              + " --duration."));
      looking.advance(1);
      Map<String, Double> byNode = KeyspaceTraffic.byNode(situation, now.byKeyspace());
      return new Found(
          new DayLoad(Collections.nCopies(HOURS, byNode)), new TreeSet<>(), now.unseen());
    } catch (ExecutionException unusable) {
      throw new CommandFailure(
          ExitStatus.ENVIRONMENT,
          String.valueOf(unusable.getCause() == null ? unusable : unusable.getCause().getMessage()),
          List.of(),
          unusable);
    }
  }

  /** Replicas of each row, as many as a read asks at most; 1 where that is not known. */
  private static int factor(RestSituation situation, String keyspace) {
    return situation.keyspaces().stream()
        .filter(each -> each.name().equals(keyspace))
        .map(RestKeyspace::replication)
        .filter(Objects::nonNull)
        .mapToInt(replication -> replication.total())
        .findFirst()
        .orElse(1);
  }
}
