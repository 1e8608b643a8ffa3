package org.quorate.lab.backend.cassandra;

import static java.util.stream.Collectors.toMap;

import com.datastax.oss.driver.api.core.CqlSession;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.control.AddedRead;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.control.TableStatus;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.event.LevelListener;
import org.quorate.cassandra.level.TableLevel;
import org.quorate.cassandra.monitor.MonitorReading;
import org.quorate.cassandra.propagation.PropagationReading;
import org.quorate.cassandra.sample.PairedReads;
import org.quorate.cassandra.session.AdaptiveCqlSession;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.control.budget.BudgetStatus;
import org.quorate.core.level.Level;
import org.quorate.core.policy.ConsistencyPolicy;
import org.quorate.core.policy.StalenessModels;
import org.quorate.core.staleness.Estimate;
import org.quorate.core.staleness.Observation;
import org.quorate.core.staleness.StalenessModel;
import org.quorate.study.result.DecisionPoint;
import org.quorate.study.result.EstimateBounds;
import org.quorate.study.result.MonitorResult;

/**
 * One process of a run: a session of the library's own, with a monitor and controller of its own,
 * that knows what it has itself written and read, and what others tell it. Reads of an adaptive
 * policy are sent by it, so that what is judged is what ships; readings arrive on its controller's
 * thread. Thread-safe.
 */
final class WatchedProcess implements AutoCloseable {
  private final TableName table;
  private final ConsistencyPolicy policy;
  private final int replicas;
  private final LevelController controller;
  private final TableLevel adaptive;
  private final AdaptiveCqlSession session;
  private final List<DecisionReading> readings = new ArrayList<>();
  private final Map<String, Long> added = new LinkedHashMap<>();
  private Map<String, Long> addedBefore = Map.of();
  private @Nullable TableStatus latest;
  private @Nullable BudgetStatus budget;
  private volatile boolean known;
  private boolean begun;

  /**
   * Does nothing until it is {@linkplain #start() started}.
   *
   * @param number from 0
   * @param listener is told what its session tells
   * @param earlier what it had learnt under the same load before, or null
   */
  WatchedProcess(WatchedRun run, int number, LevelListener listener, @Nullable Learnt earlier) {
    this.table = run.table();
    this.policy = run.policy();
    this.replicas = run.cluster().replication().total();
    AdaptiveSettings settings = run.settings(number, listener);
    Events events =
        new Events(
            settings.listeners(), settings.eventPeriod(), System::nanoTime, InstantSource.system());
    CqlSession asked = run.connection().session();
    PairedReads pairs =
        new PairedReads(run.pairing(number), 0, events, System::nanoTime, InstantSource.system());
    this.controller =
        new LevelController(asked, settings, events, pairs::readsSent, System::nanoTime);
    pairs.whenClocksAreApart(
        name ->
            controller.level(name).ifPresent(of -> of.memory().clocks().seen(System.nanoTime())));
    this.adaptive = controller.level(table).orElseThrow();
    this.session =
        new AdaptiveCqlSession(
            run.through().session(), controller, pairs, events, settings.profiles(), () -> {});
    if (earlier != null) {
      controller.assume(table, earlier.evidence(), earlier.propagation());
    }
    controller.listen(this::seen);
  }

  /** Watches from now on. */
  void start() {
    controller.start();
  }

  /** As an application has it. */
  CqlSession session() {
    return session;
  }

  /** What its reads go out at now where they are not raised; only where the policy adapts. */
  Level level() {
    return adaptive.current();
  }

  private synchronized void seen(TableStatus status) {
    Observation seen = status.observation().orElse(null);
    if (seen == null) {
      return;
    }
    latest = status;
    known = isFixed() || !status.learning();
    if (!begun) {
      readings.clear();
    }
    readings.add(reading(status, seen));
  }

  /**
   * A session that has just begun raises what it does not know yet, and measures how long writes
   * take again and again, which is not what a run is about.
   */
  boolean isKnown() {
    return known && (isFixed() || !adaptive.decision().isByToken());
  }

  /** Whether it has ever known rates and the propagation time. */
  synchronized boolean hasSeen() {
    return latest != null;
  }

  /** The measured interval begins. */
  synchronized void begin() {
    begun = true;
    addedBefore = addedSoFar();
  }

  /** The measured interval has ended. */
  synchronized void end() {
    addedSoFar().forEach((why, asked) -> added.put(why, asked - addedBefore.getOrDefault(why, 0L)));
    budget = controller.status(table).flatMap(TableStatus::budget).orElse(null);
  }

  /** How its error budget stood when the measured interval ended; empty without one. */
  synchronized Optional<BudgetStatus> budget() {
    return Optional.ofNullable(budget);
  }

  /** Replica reads that it asked for beside its reads between begin and end, by why. */
  synchronized Map<String, Long> added() {
    return new LinkedHashMap<>(added);
  }

  private Map<String, Long> addedSoFar() {
    Map<String, Long> sums = new LinkedHashMap<>();
    controller.addedReplicaReads(table).forEach((why, asked) -> sums.put(name(why), asked));
    controller
        .evidence()
        .ifPresent(
            each -> sums.put(MonitorResult.EVIDENCE, each.queries() + replicas * each.writes()));
    return sums;
  }

  /** A policy pays for what it measures; at a fixed level nobody but the study wants to know. */
  private String name(AddedRead why) {
    return switch (why) {
      case PAIRED -> MonitorResult.PAIRED;
      case REREAD -> MonitorResult.REREAD;
      case PROPAGATION -> isFixed() ? MonitorResult.STUDY : MonitorResult.MEASURING;
    };
  }

  private boolean isFixed() {
    return policy.fixedLevel().isPresent();
  }

  /** What it saw and decided since {@link #begin}, in the order of time. */
  synchronized List<DecisionPoint> points(long startNanos) {
    return readings.stream().map(reading -> reading.since(startNanos)).toList();
  }

  /** Those of the points that look back at the measured interval alone; all where none does. */
  synchronized List<DecisionPoint> counted(long startNanos) {
    List<DecisionPoint> during = new ArrayList<>();
    for (DecisionReading reading : readings) {
      DecisionPoint point = reading.since(startNanos);
      if (point.second() >= reading.seconds()) {
        during.add(point);
      }
    }
    return during.isEmpty() ? points(startNanos) : during;
  }

  /** Where reads and writes are counted, for people. */
  synchronized String counterSource() {
    return latest == null ? "none" : latest.reading().map(MonitorReading::source).orElse("none");
  }

  /** Where the propagation time comes from, for people. */
  synchronized String propagationSource() {
    return propagation().map(PropagationReading::source).orElse("none");
  }

  /** What that source's number is, and how it errs. */
  synchronized String propagationMeaning() {
    List<String> sentences = new ArrayList<>();
    controller.propagationMeaning(table).ifPresent(sentences::add);
    propagation().ifPresent(reading -> sentences.addAll(reading.notes()));
    return String.join(" ", sentences);
  }

  private Optional<PropagationReading> propagation() {
    return latest == null ? Optional.empty() : latest.propagation();
  }

  /** For the next run of its kind; empty where no propagation time is known. */
  Optional<Learnt> learnt() {
    return controller
        .status(table)
        .flatMap(TableStatus::propagation)
        .map(time -> new Learnt(controller.ownEvidence(table), time));
  }

  private DecisionReading reading(TableStatus status, Observation seen) {
    Level level = policy.fixedLevel().orElse(status.level());
    Map<String, Estimate> one = estimates(seen, 1);
    Map<String, Estimate> atLevel = estimates(seen, controller.readLevels(table).counted(level));
    MonitorReading taken = status.reading().orElse(null);
    return new DecisionReading(
        taken == null ? OptionalLong.empty() : OptionalLong.of(taken.takenAtNanos()),
        taken == null ? 0 : taken.seconds(),
        new DecisionPoint(
            0,
            seen.readsPerSecond(),
            seen.writesPerSecond(),
            seen.propagation().seconds(),
            raw(one),
            raw(atLevel),
            bounds(one),
            bounds(atLevel),
            level.name(),
            isFixed() ? "The run's level." : status.reason()));
  }

  private static Map<String, Estimate> estimates(Observation seen, int replicas) {
    return StalenessModels.all().stream()
        .collect(toMap(StalenessModel::name, model -> model.estimate(seen, replicas)));
  }

  private static Map<String, Double> raw(Map<String, Estimate> estimates) {
    return estimates.entrySet().stream()
        .collect(toMap(Map.Entry::getKey, each -> each.getValue().raw()));
  }

  private static Map<String, EstimateBounds> bounds(Map<String, Estimate> estimates) {
    Map<String, EstimateBounds> wide = new TreeMap<>();
    estimates.forEach(
        (model, estimate) -> {
          if (estimate.low() < estimate.high()) {
            wide.put(model, new EstimateBounds(estimate.low(), estimate.high()));
          }
        });
    return wide;
  }

  @Override
  public void close() {
    controller.close();
  }
}
