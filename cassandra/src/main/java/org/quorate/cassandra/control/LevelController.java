package org.quorate.cassandra.control;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.guarantee.TableGuarantee;
import org.quorate.cassandra.level.TableLevel;
import org.quorate.cassandra.monitor.ClusterMonitor;
import org.quorate.cassandra.monitor.MonitorReading;
import org.quorate.cassandra.monitor.OwnReads;
import org.quorate.cassandra.monitor.TrafficRound;
import org.quorate.cassandra.monitor.TrafficRounds;
import org.quorate.cassandra.monitor.replica.ReplicaWatch;
import org.quorate.cassandra.propagation.PropagationReading;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.replica.ReplicaStatus;
import org.quorate.core.staleness.Evidence;

/**
 * Keeps the level of every table that is opted in. Works on a thread of its own, asks the cluster
 * once in every interval, and never lets anything that goes wrong out: where it knows nothing
 * recent, tables are at their safe level, with one event that says so, and come back by themselves.
 * Where the strongest level that reads may be sent at can break the tolerance, one event says so.
 *
 * <p>All public methods may be called by any thread.
 */
public final class LevelController implements AutoCloseable {
  private final AdaptiveSettings settings;
  private final Events events;
  private final Supplier<OwnReads> ownReads;
  private final LongSupplier nanoTime;
  private final TrafficRounds traffic;
  private final Map<TableName, TableControl> tables;
  private final ClusterFacts facts;
  private final Measurements measurements;
  private final ReplicaRounds replicas;
  private final Optional<EvidenceRounds> evidence;
  private final Optional<PublicationRounds> publication;
  private final ProblemReports problems;
  private final Settlement settlement;
  private final ControlThread thread;
  private final ReadingTurns readingTurns;
  private final List<Consumer<TableStatus>> readers = new CopyOnWriteArrayList<>();
  private volatile Function<Statement<?>, LevelExplanation> explaining =
      any -> LevelExplanation.untouched("No session sends statements at these levels yet.");
  private volatile Mode mode;
  private volatile boolean closed;
  private volatile double averageWriteBytes = Double.NaN;

  /**
   * Does nothing until it is {@linkplain #start() started}.
   *
   * @param session the application's own, whose levels are untouched
   * @param ownReads that have been sent beside the application's so far, besides those that measure
   *     the propagation time
   * @throws IllegalArgumentException if what is to be guaranteed of a table cannot be kept
   */
  public LevelController(
      CqlSession session,
      AdaptiveSettings settings,
      Events events,
      Supplier<OwnReads> ownReads,
      LongSupplier nanoTime) {
    this.settings = settings;
    this.events = events;
    this.ownReads = ownReads;
    this.nanoTime = nanoTime;
    this.mode = settings.mode();
    this.problems = new ProblemReports(events, TableControls.INTERVALS_UNTIL_STALE);
    this.thread = new ControlThread(problems::unexpected);
    this.facts = new ClusterFacts(session);
    this.tables = TableControls.of(settings, facts.ownLevel().orElse(Level.LOCAL_ONE), nanoTime);
    Executor locked = task -> thread.run(() -> locked(task));
    this.readingTurns = new ReadingTurns(tables.values());
    this.measurements =
        new Measurements(
            session, settings, () -> averageWriteBytes, tables, problems, locked, this, nanoTime);
    PairedReplicas pairs = PairedReplicas.of(tables.values());
    this.replicas =
        new ReplicaRounds(
            session, events, locked, this::settle, pairs, nanoTime, System.identityHashCode(this));
    this.evidence =
        settings
            .evidence()
            .map(
                how -> EvidenceRounds.of(session, how, tables, replicas, events, locked, nanoTime));
    this.publication = PublicationRounds.of(session, settings, events, locked, nanoTime);
    this.settlement = new Settlement(replicas, problems, events, publication);
    this.traffic =
        new TrafficRounds(
            new ClusterMonitor(
                session,
                settings.counters().apply(session),
                ClusterMonitor.patience(settings.interval()),
                nanoTime),
            settings.tables().keySet(),
            () -> ownReads.get().plus(measurements.readsSent()));
    tables.values().forEach(this::lookAtCluster);
    Guarantees.refuse(tables, session, this::close);
    settle();
  }

  /** The guarantees of every table that has any. */
  public Map<TableName, TableGuarantee> guarantees() {
    return Guarantees.of(tables);
  }

  /**
   * Has somebody told of every table after every reading of the monitor, on this controller's
   * thread. To be called before it is started.
   */
  public void listen(Consumer<TableStatus> listener) {
    readers.add(listener);
  }

  /** Begins to ask the cluster. */
  public void start() {
    thread.every(settings.interval(), this::round);
    thread.every(
        settings.propagationInterval().dividedBy(Measurements.WHILE_LEARNING),
        () -> measurements.round(mode != Mode.OFF));
    if (settings.dangerSignals()) {
      thread.every(
          ReplicaWatch.PERIOD, () -> locked(() -> replicas.tick(mode != Mode.OFF, turns())));
    }
    evidence.ifPresent(each -> thread.soonThenEvery(each.every(), () -> exchange(each)));
    publication.ifPresent(each -> thread.every(PublicationRounds.LOOK, () -> locked(each::tick)));
  }

  /**
   * The level of a table, or empty where the table is not opted in. It is left to the driver while
   * the application's own level is none of plain reads.
   */
  public Optional<TableLevel> level(TableName table) {
    return Optional.ofNullable(tables.get(table)).map(TableControl::level);
  }

  /** What was stated of a table, or empty where it is not opted in. */
  public Optional<TableSettings> settings(TableName table) {
    return Optional.ofNullable(tables.get(table)).map(TableControl::settings);
  }

  /** How every table stands. */
  public Collection<TableStatus> status() {
    return tables.values().stream().map(TableControl::status).toList();
  }

  /** How one table stands, or empty where it is not opted in. */
  public Optional<TableStatus> status(TableName table) {
    return Optional.ofNullable(tables.get(table)).map(TableControl::status);
  }

  /**
   * Whether the replica at every node may lack writes, and why, by host id. Empty before the first
   * look, and where danger signals are off.
   */
  public Map<UUID, ReplicaStatus> replicas() {
    return replicas.statuses();
  }

  /** What is exchanged with other processes; empty where nothing is to be. */
  public Optional<ExchangedEvidence> evidence() {
    return evidence.map(EvidenceRounds::exchanged);
  }

  /** What is published for clients in other languages; empty where nothing is to be. */
  public Optional<PublishedLevels> published() {
    return publication.map(PublicationRounds::published);
  }

  /**
   * Takes a node for repaired: it has every write that was completed before. Ends what a downtime
   * beyond the hint window began, once hints since are delivered.
   *
   * @param node its host id, or its name as {@link #replicas()} has it
   * @throws IllegalArgumentException if there is no such node
   */
  public synchronized void declareRepaired(String node) {
    replicas.repaired(node);
  }

  /**
   * Which level a statement would get now, and why: pinned, left alone, raised for what was written
   * lately or for where its partition is, or the table's.
   */
  public LevelExplanation explain(Statement<?> statement) {
    return explaining.apply(statement);
  }

  /** Has a session explain its statements; it knows what they are. */
  public void explainBy(Function<Statement<?>, LevelExplanation> session) {
    explaining = session;
  }

  /** The mode, which is {@link Mode#OFF} for good once this controller is closed. */
  public Mode mode() {
    return closed ? Mode.OFF : mode;
  }

  /** Switches all tables. Takes effect before it returns. */
  public void mode(Mode changed) {
    if (changed != mode) {
      events.tell(Kind.SWITCHED, null, null, null, "The mode is " + changed + " from now on.");
      mode = changed;
      settle();
    }
  }

  /**
   * Pins a table's reads to a level, or releases them. Takes effect before it returns. A pin does
   * not hold while the application's own level is none of plain reads.
   *
   * @param level any level, or null to release
   * @throws IllegalArgumentException if the table is not opted in
   * @throws IllegalStateException if there is a level while the application's own is SERIAL or
   *     LOCAL_SERIAL, whose reads nothing may weaken
   */
  public void pin(TableName table, @Nullable Level level) {
    TableControl control = control(table);
    control.pin(level);
    events.tell(
        Kind.SWITCHED,
        table,
        null,
        level,
        level == null ? "The level is released." : "The level is pinned to " + level + ".");
    settle();
  }

  /**
   * Leaves a table alone from now on, or minds it again. Takes effect before it returns, also where
   * another thread is just about it.
   *
   * @param reason one sentence, or null to mind it again
   */
  public void leaveAlone(TableName table, @Nullable String reason) {
    TableControl control = tables.get(table);
    if (control == null) {
      return;
    }
    if (control.leaveAlone(reason)) {
      events.tell(
          Kind.LEFT_ALONE,
          table,
          null,
          null,
          reason == null ? "The table is minded again." : reason);
      settle();
    } else if (!Objects.equals(control.leftAlone(), control.status().leftAlone().orElse(null))) {
      settle();
    }
  }

  /** What this process has itself seen of a table of late, whatever others tell. */
  public synchronized Evidence ownEvidence(TableName table) {
    return control(table).loop().ownEvidence();
  }

  /** Takes as known what a process has itself seen of the same table under the same load before. */
  public synchronized void assume(TableName table, Evidence earlier, PropagationReading measured) {
    control(table).assume(earlier);
    measurements.measured(table, control(table).levels(), measured, null);
  }

  /** What the source of a table's propagation time says of its figure, once it has been asked. */
  public Optional<String> propagationMeaning(TableName table) {
    return measurements.meaning(table);
  }

  /**
   * The levels that a table's reads can have, as far as its replicas are known.
   *
   * @throws IllegalArgumentException if the table is not opted in
   */
  public ReadLevels readLevels(TableName table) {
    return control(table).levels();
  }

  /**
   * Replica reads that this library has asked for beside those of the application's reads, by what
   * levels meant when this was asked first.
   *
   * @throws IllegalArgumentException if the table is not opted in
   */
  public Map<AddedRead, Long> addedReplicaReads(TableName table) {
    return control(table)
        .addedReplicaReads(ownReads.get().of(table), measurements.readsSent().of(table));
  }

  private TableControl control(TableName table) {
    return TableControls.named(table, tables);
  }

  private void round() {
    events.tellLate();
    boolean isTurn = readingTurns.isNext(turns());
    for (TableControl control : tables.values()) {
      problems.unlessFailing(() -> lookAtCluster(control));
      problems.unlessFailing(() -> locked(() -> control.round(mode, isTurn, nanoTime.getAsLong())));
    }
    settle();
    if (mode != Mode.OFF && isTurn) {
      traffic
          .begin()
          .whenComplete(
              (seen, failure) ->
                  thread.run(() -> answered(failure == null ? seen : Optional.empty(), failure)));
    }
  }

  private int turns() {
    return evidence.map(rounds -> rounds.turns(settings.interval())).orElse(1);
  }

  private void exchange(EvidenceRounds rounds) {
    if (mode() != Mode.OFF) {
      locked(rounds::tick);
    }
  }

  /** Replicas and levels are changed under the same lock. */
  private synchronized void locked(Runnable task) {
    task.run();
  }

  private void answered(Optional<TrafficRound> seen, @Nullable Throwable failure) {
    if (failure != null) {
      problems.countsFailed(failure);
    }
    seen.ifPresent(this::seen);
    settle();
    seen.ifPresent(
        any -> status().forEach(table -> readers.forEach(reader -> reader.accept(table))));
  }

  private synchronized void seen(TrafficRound round) {
    MonitorReading reading = round.reading();
    averageWriteBytes = reading.averageWriteBytes().orElse(averageWriteBytes);
    problems.read(reading);
    replicas.seen(reading);
    settlement.seen(tables, round, nanoTime.getAsLong());
  }

  /** Puts into effect what follows from everything that is known; synchronised, and short. */
  private synchronized void settle() {
    settlement.settle(tables, mode(), closed, nanoTime.getAsLong());
  }

  private synchronized void lookAtCluster(TableControl control) {
    ClusterFacts.Answer answer = facts.of(control.settings().table());
    control.own(facts.ownLevel());
    control.known(answer);
    String problem = answer.problem().orElse(null);
    if (problem == null) {
      problems.usable(control.settings().table());
    } else if (answer.lasting()) {
      problems.unusable(control.settings().table(), problem);
    }
  }

  /**
   * Ends the asking, and undoes what sources of the propagation time have changed. Reads go out at
   * the application's own level from now on, whatever it becomes, but for tables whose level is
   * pinned.
   */
  @Override
  public void close() {
    closed = true;
    thread.close();
    try {
      settle();
    } finally {
      try {
        measurements.close();
      } finally {
        traffic.close();
      }
    }
  }
}
