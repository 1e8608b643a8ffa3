package org.quorate.lab.host;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Level;
import org.quorate.core.workload.WorkloadText;
import org.quorate.load.LoadOutcome;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.LoadShape;

/**
 * The load hosts of a session. Each is started when the first load needs it, and again before the
 * next load when it was lost; what it was given a share of stays its share. Used by one thread.
 */
public final class LoadHosts implements AutoCloseable {
  /** Every start of a host inserts rows of its own; see {@link HostMessage.Prepare}. */
  private static final int INSERT_SHARES = 1 << 12;

  private static final long READY_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final Map<String, List<String>> commands;
  private final List<String> contactPoints;
  private final String localDataCenter;
  private final Path logs;
  private final Duration silence;
  private final Map<String, HostConnection> open = new LinkedHashMap<>();
  private final Map<String, Integer> insertShares = new LinkedHashMap<>();
  private final Set<String> known = new HashSet<>();
  private int starts;

  /**
   * @param commands what starts the host of each name: a program and its arguments
   * @param contactPoints of the cluster, as these reach it; empty where they know themselves
   * @param localDataCenter whose nodes coordinate requests
   * @param logs an existing folder for what these write to standard error
   */
  public LoadHosts(
      Map<String, List<String>> commands,
      List<String> contactPoints,
      String localDataCenter,
      Path logs) {
    this(commands, contactPoints, localDataCenter, logs, Duration.ofSeconds(10));
  }

  /**
   * @param silence after which a host that says nothing during a load is lost
   */
  LoadHosts(
      Map<String, List<String>> commands,
      List<String> contactPoints,
      String localDataCenter,
      Path logs,
      Duration silence) {
    this.commands = new LinkedHashMap<>(commands);
    this.contactPoints = List.copyOf(contactPoints);
    this.localDataCenter = localDataCenter;
    this.logs = logs;
    this.silence = silence;
  }

  /**
   * Has all hosts send a load together. A host that is lost meanwhile, or does not come back after
   * an earlier loss, is told of in the result, and the others go on.
   *
   * @param everySecond told of each second once every host that is there has told of it; what it
   *     throws ends the load
   * @throws BackendException if a host cannot be had at all, or all are lost
   */
  public DrivenLoad drive(HostedLoad load, Consumer<LoadOutcome.Second> everySecond)
      throws BackendException, InterruptedException {
    List<HostInLoad> hosts = new ArrayList<>();
    for (String name : commands.keySet()) {
      hosts.add(new HostInLoad(name, started(name)));
    }
    long deadline = System.nanoTime() + READY_NANOS;
    for (int i = 0; i < hosts.size(); i++) {
      HostConnection connection = hosts.get(i).connection();
      if (connection != null) {
        connection.prepare(prepare(load, i));
      }
    }
    for (HostInLoad host : hosts) {
      HostConnection connection = host.connection();
      if (connection != null && connection.awaitPrepared(deadline)) {
        known.add(host.name());
      } else if (!known.contains(host.name())) {
        throw unusable(host.name(), connection == null ? null : connection.lost());
      }
    }
    return new HostsRun(load, hosts, silence).drive(everySecond);
  }

  private static BackendException unusable(String name, @Nullable String why) {
    return new BackendException(
        "Load host "
            + name
            + " cannot send load: "
            + (why == null ? "it could not be started" : why)
            + "; try its command under remote: load-hosts by itself.");
  }

  /** The host, ready to be spoken to; null where it was there before and does not come back. */
  private @Nullable HostConnection started(String name)
      throws BackendException, InterruptedException {
    HostConnection present = open.get(name);
    if (present != null && present.lost() == null) {
      return present;
    }
    if (present != null) {
      present.close();
    }
    if (starts == INSERT_SHARES) {
      throw new BackendException(
          "Load hosts were lost and started again too often; find out why from " + logs + ".");
    }
    insertShares.put(name, starts++);
    Path log = logs.resolve("load-host-" + name + ".log");
    try {
      HostConnection connection =
          HostConnection.start(name, commands.getOrDefault(name, List.of()), log);
      open.put(name, connection);
      if (connection.awaitReady(System.nanoTime() + READY_NANOS)) {
        return connection;
      }
      if (!known.contains(name)) {
        throw unusable(name, connection.lost());
      }
    } catch (IOException e) {
      if (!known.contains(name)) {
        throw unusable(name, e.getMessage());
      }
    }
    return null;
  }

  private HostMessage.Prepare prepare(HostedLoad load, int host) {
    int hosts = commands.size();
    int lanes = load.settings().processes();
    LoadShape shape = load.settings().load();
    int clients = (int) part(shape.clients(), host, hosts);
    String name = List.copyOf(commands.keySet()).get(host);
    boolean closed = shape instanceof LoadShape.Closed;
    Level read = load.settings().readPolicy().fixedLevel().orElseThrow();
    return new HostMessage.Prepare(
        contactPoints,
        localDataCenter,
        load.table().keyspace(),
        load.table().table(),
        WorkloadText.properties(load.settings().workload()),
        insertShares.getOrDefault(name, 0),
        INSERT_SHARES,
        host,
        hosts,
        load.seed(),
        host * lanes,
        lanes,
        hosts * lanes,
        clients,
        closed ? target((LoadShape.Closed) shape, clients) : 0,
        closed ? null : ((LoadShape.Open) shape).arrivals(),
        read,
        load.settings().writeLevel(),
        load.duration().toNanos(),
        load.operations() == 0 ? Long.MAX_VALUE : part(load.operations(), host, hosts),
        load.history() != null);
  }

  private static double target(LoadShape.Closed closed, int clients) {
    return closed.targetPerSecond() * clients / closed.threads();
  }

  /** What one host has of something that all share evenly. */
  private static long part(long all, int host, int hosts) {
    return all / hosts + (host < all % hosts ? 1 : 0);
  }

  @Override
  public void close() {
    open.values().forEach(HostConnection::close);
    open.clear();
  }
}
