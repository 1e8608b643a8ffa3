package org.quorate.cassandra.control;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.level.TableLevel;
import org.quorate.cassandra.monitor.MonitorReading;
import org.quorate.cassandra.monitor.TableTraffic;
import org.quorate.cassandra.propagation.PropagationReading;
import org.quorate.cassandra.setting.Carrying;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.Replication;
import org.quorate.core.level.Level;
import org.quorate.core.policy.Decision;
import org.quorate.core.policy.LevelLadder;
import org.quorate.core.policy.TolerancePolicy;
import org.quorate.core.staleness.Observation;

/**
 * One table: what is known of it, and the level that follows. Changed by the controller's thread
 * alone, except for pins and for being left alone; {@link #level()} and {@link #status()} may be
 * read by any.
 */
final class TableControl {
  /** A level with its reason, and whether it is the one of missing data. */
  record Choice(Level level, String reason, boolean lost) {}

  private static final Replication UNKNOWN = new Replication(Map.of("unknown", 1));

  private final TableLevel level;
  private final LevelKeeper keeper;
  private final long propagationStaleAfterNanos;
  private volatile TableSettings settings;
  private volatile @Nullable Level pin;
  private volatile @Nullable String leftAlone;
  private volatile @Nullable String problem;
  private volatile TableStatus status;
  private volatile Replication replication = UNKNOWN;
  private volatile String localDataCenter = "";
  private volatile LevelLadder ladder = LevelLadder.GLOBAL;
  private Level own;
  private @Nullable PropagationReading propagation;
  private long propagationAt;
  private @Nullable Observation observation;
  private @Nullable Decision decision;
  private @Nullable MonitorReading reading;
  private boolean wasKnown;

  /**
   * @param staleAfter decisions older than this are not acted upon
   * @param propagationStaleAfter nor are propagation times, while anything is written
   */
  TableControl(
      TableSettings settings, Level own, Duration staleAfter, Duration propagationStaleAfter) {
    this.settings = settings;
    this.propagationStaleAfterNanos = propagationStaleAfter.toNanos();
    this.own = own;
    this.keeper = new LevelKeeper(settings.window(), staleAfter);
    this.level =
        new TableLevel(settings.table(), own, this::replicas, settings.carrying() == Carrying.COPY);
    this.status = status(own, "Nothing is known yet.");
  }

  TableSettings settings() {
    return settings;
  }

  TableLevel level() {
    return level;
  }

  TableStatus status() {
    return status;
  }

  void settings(TableSettings changed) {
    settings = changed;
  }

  void pin(@Nullable Level changed) {
    pin = changed;
  }

  boolean isPinned() {
    return pin != null;
  }

  /**
   * Leaves the table alone, or not, as far as the application's own doing goes.
   *
   * @param reason one sentence, or null to mind the table again
   * @return whether that is new
   */
  boolean leaveAlone(@Nullable String reason) {
    boolean changed = !Objects.equals(reason, leftAlone);
    leftAlone = reason;
    return changed;
  }

  /** Why the table is left alone, or null. */
  @Nullable String leftAlone() {
    return problem != null ? problem : leftAlone;
  }

  /** Takes in what the driver knows of the cluster; a change of replicas forgets what was seen. */
  void known(ClusterFacts.Answer answer) {
    problem = answer.problem().orElse(null);
    answer.facts().ifPresent(this::cluster);
  }

  private void cluster(ClusterFacts.TableFacts facts) {
    own = facts.own();
    if (!facts.replication().equals(replication)
        || !facts.localDataCenter().equals(localDataCenter)) {
      replication = facts.replication();
      localDataCenter = facts.localDataCenter();
      keeper.clear();
      wasKnown = false;
      decision = null;
      observation = null;
    }
    LevelLadder declared = settings.ladder();
    boolean local =
        replication.replicasByDataCenter().containsKey(localDataCenter)
            && (replication.replicasByDataCenter().size() > 1 || own.isLocal());
    ladder = declared != null ? declared : local ? LevelLadder.LOCAL : LevelLadder.GLOBAL;
  }

  void propagation(PropagationReading measured, long nowNanos) {
    propagation = measured;
    propagationAt = nowNanos;
  }

  /** Sources that need writes have nothing to measure without; nor can a read be stale then. */
  private boolean isOutdated(long nowNanos, double writesPerSecond) {
    return writesPerSecond > 0 && nowNanos - propagationAt > propagationStaleAfterNanos;
  }

  /**
   * Takes in what the monitor has seen of this table; decides where enough is known.
   *
   * @param ownReads reads of this library's own among those that were counted
   */
  void seen(MonitorReading seen, TableTraffic traffic, long ownReads) {
    reading = seen;
    PropagationReading known = propagation;
    if (known == null
        || !seen.isComplete()
        || Double.isNaN(traffic.readsPerSecond())
        || Double.isNaN(traffic.writesPerSecond())
        || isOutdated(seen.takenAtNanos(), traffic.writesPerSecond())) {
      return;
    }
    TableSettings current = settings;
    int factor = countedReplicas();
    Observation observed =
        new Observation(
            Math.max(0, traffic.readsPerSecond() - ownReads / seen.seconds()),
            traffic.writesPerSecond(),
            known.propagation(),
            factor,
            Math.min(factor, Math.max(1, acknowledged(current.writeLevel()))),
            current.popularity());
    Decision decided =
        noStrongerThanSafe(
            new TolerancePolicy(current.tolerance(), current.model(), ladder).decide(observed));
    observation = observed;
    decision = decided;
    keeper.decided(seen.takenAtNanos(), decided, this::replicas);
  }

  /** The level that follows from all that is known now. */
  Choice choose(Mode mode, long nowNanos) {
    Optional<Decision> kept = keeper.at(nowNanos);
    Level pinned = pin;
    String alone = leftAlone();
    if (pinned != null) {
      return new Choice(pinned, "The level is pinned.", false);
    }
    if (alone != null) {
      return new Choice(own, alone, false);
    }
    if (mode == Mode.OFF) {
      // Nobody is asked meanwhile, so knowing nothing afterwards is no loss.
      wasKnown = false;
    }
    if (mode != Mode.ADAPT) {
      return new Choice(
          own,
          mode == Mode.OFF ? "Adaptation is off." : "The session observes and changes no level.",
          false);
    }
    boolean lost = kept.isEmpty() && wasKnown;
    wasKnown |= kept.isPresent();
    return kept.map(known -> new Choice(known.level(), known.reason(), false))
        .orElseGet(
            () ->
                new Choice(
                    safeLevel(),
                    lost
                        ? "Nothing recent is known of the table's traffic or propagation time."
                        : "Nothing is known of the table's traffic yet.",
                    lost));
  }

  /** Puts the choice into effect. */
  void set(Choice choice) {
    level.set(choice.level(), this::replicas);
    status = status(choice.level(), choice.reason());
  }

  private TableStatus status(Level current, String reason) {
    return new TableStatus(
        settings.table(),
        current,
        reason,
        safeLevel(),
        pin != null,
        Optional.ofNullable(leftAlone()),
        Optional.ofNullable(observation),
        Optional.ofNullable(decision),
        Optional.ofNullable(propagation),
        Optional.ofNullable(reading));
  }

  Level safeLevel() {
    Level declared = settings.safeLevel();
    return declared != null ? declared : computedSafeLevel();
  }

  /** The weakest level with R + W &gt; N. */
  private Level computedSafeLevel() {
    Map<String, Integer> centers = replication.replicasByDataCenter();
    int counted = countedReplicas();
    if (centers.size() == 1 && centers.containsKey(localDataCenter)) {
      // Levels of one data centre and of all count the same replicas.
      int written = Math.min(counted, replicas(settings.writeLevel()));
      return ladder.covering(counted - written + 1, counted);
    }
    return ladder.safe(settings.writeLevel(), counted);
  }

  /** A model may not know of the write level, and ask for more than anybody needs. */
  private Decision noStrongerThanSafe(Decision decided) {
    Level enough = computedSafeLevel();
    return replicas(decided.level()) <= replicas(enough)
        ? decided
        : new Decision(
            enough,
            decided.reason()
                + " Reads at "
                + enough
                + " meet every write at "
                + settings.writeLevel()
                + ", so nothing stronger is sent.",
            decided.estimate());
  }

  LevelLadder ladder() {
    return ladder;
  }

  /** The strongest level that so many live replicas can serve. */
  Level servedBy(int alive) {
    LevelLadder levels = ladder;
    int counted = countedReplicas();
    Level strongest = levels.covering(1, counted);
    for (int replicas = 1; replicas <= counted; replicas++) {
      Level covering = levels.covering(replicas, counted);
      if (replicas(covering) <= alive) {
        strongest = covering;
      }
    }
    return strongest;
  }

  /** Replicas that the ladder counts: of all data centres, or of the local one. */
  private int countedReplicas() {
    return ladder == LevelLadder.GLOBAL
        ? replication.total()
        : Math.max(1, replication.replicasByDataCenter().getOrDefault(localDataCenter, 1));
  }

  /** Counted replicas that have a write for certain when it completes. */
  private int acknowledged(Level writeLevel) {
    if (ladder == LevelLadder.GLOBAL) {
      return replicas(writeLevel);
    }
    int local = countedReplicas();
    return switch (writeLevel) {
      case LOCAL_ONE, LOCAL_QUORUM -> replicas(writeLevel);
      case EACH_QUORUM -> Level.QUORUM.replicas(local);
      default -> replicas(writeLevel) - (replication.total() - local);
    };
  }

  private int replicas(Level of) {
    return replication.replicas(of, localDataCenter);
  }
}
