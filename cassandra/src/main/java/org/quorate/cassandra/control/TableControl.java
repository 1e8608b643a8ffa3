package org.quorate.cassandra.control;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.guarantee.TableGuarantee;
import org.quorate.cassandra.level.TableLevel;
import org.quorate.cassandra.monitor.MonitorReading;
import org.quorate.cassandra.monitor.TrafficRound;
import org.quorate.cassandra.propagation.PropagationException;
import org.quorate.cassandra.propagation.PropagationReading;
import org.quorate.cassandra.recency.TableMemory;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.core.control.DecisionLoop;
import org.quorate.core.control.LoopSettings;
import org.quorate.core.control.Standing;
import org.quorate.core.control.Traffic;
import org.quorate.core.freshness.Freshness;
import org.quorate.core.freshness.FreshnessKeeper;
import org.quorate.core.level.KeyRange;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.recency.ClassCounts;
import org.quorate.core.recency.PairBudget;
import org.quorate.core.replica.RingShares;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.Evidence;

/**
 * One table of a session: its {@link DecisionLoop}, and what stands above it, which are pins, being
 * left alone, and the mode. Changed by the controller's thread alone, except for pins and for being
 * left alone; {@link #level()}, {@link #status()} and {@link #levels()} may be read by any.
 */
final class TableControl {
  static final Replication UNKNOWN = new Replication(Map.of("unknown", 1));

  private final TableSettings settings;
  private final DecisionLoop loop;
  private final TableLevel level;
  private final TableGuarantee guarantee;
  private final FreshnessKeeper fresh;
  private final AddedReads added = new AddedReads();
  private volatile ReadLevels levels;
  private volatile @Nullable Level pin;
  private volatile @Nullable String leftAlone;
  private volatile @Nullable String problem;
  private volatile boolean isProblemLasting = true;
  private Map<CqlIdentifier, Object> options = Map.of();
  private CountedSoFar counted = CountedSoFar.NOTHING;
  private volatile TableStatus status;
  private Freshness freshness;
  private volatile boolean isOwnKnown = true;
  private @Nullable PropagationReading propagation;
  private @Nullable MonitorReading reading;

  /**
   * @param own the application's level, as far as it is known
   * @param staleAfter readings older than this are not acted upon
   * @param propagationStaleAfter nor are propagation times, while anything is written
   * @param pairBudget replica reads that pairs may add to each read
   * @param memory of the application's own requests
   */
  TableControl(
      TableSettings settings,
      Level own,
      Duration staleAfter,
      Duration propagationStaleAfter,
      double pairBudget,
      TableMemory memory) {
    this.settings = settings;
    this.guarantee = new TableGuarantee(settings.guarantees());
    this.fresh = new FreshnessKeeper(settings.freshness());
    this.freshness = fresh.at(0);
    this.levels = levels(UNKNOWN, "", own);
    LoopSettings decided =
        new LoopSettings(
            settings.policy(),
            settings.popularity(),
            settings.window(),
            staleAfter,
            propagationStaleAfter,
            Optional.ofNullable(settings.safeLevel()),
            pairBudget,
            settings.budgetWindow());
    this.loop = new DecisionLoop(decided, levels, own);
    loop.timed(memory.pairTimes());
    this.level = new TableLevel(settings.table(), own, this::replicas, memory);
    this.status = status(own, "Nothing is known yet.");
  }

  private ReadLevels levels(Replication replication, String localDataCenter, Level own) {
    return settings.ladder() == null
        ? ReadLevels.like(own, replication, localDataCenter, settings.writeLevel())
        : new ReadLevels(replication, localDataCenter, settings.ladder(), settings.writeLevel());
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

  TableGuarantee guarantee() {
    return guarantee;
  }

  ReadLevels levels() {
    return levels;
  }

  /** What decides, for who exchanges its evidence with other processes. */
  DecisionLoop loop() {
    return loop;
  }

  /**
   * Pins the table's reads to a level, or releases them.
   *
   * @throws IllegalStateException if the application's own level is none of plain reads, whose
   *     place no other may take
   */
  void pin(@Nullable Level changed) {
    if (changed != null && !isOwnKnown) {
      throw new IllegalStateException(
          "The table "
              + settings.table()
              + " cannot be pinned: the application's own level, basic.request.consistency, is none"
              + " of plain reads.");
    }
    pin = changed;
  }

  /**
   * Leaves the table alone, or not, as far as the application's own doing goes.
   *
   * @param reason one sentence, or null to mind the table again
   * @return whether that is new
   */
  synchronized boolean leaveAlone(@Nullable String reason) {
    boolean changed = !Objects.equals(reason, leftAlone);
    leftAlone = reason;
    return changed;
  }

  /** Why the table is left alone, or null. */
  @Nullable String leftAlone() {
    return problem != null ? problem : leftAlone;
  }

  /** Takes in the application's own level; empty for none of plain reads, which stays. */
  void own(Optional<Level> declared) {
    isOwnKnown = declared.isPresent();
    declared.ifPresent(
        own -> {
          loop.levels(levels, own);
          level.own(own);
        });
  }

  /** Takes in what the driver knows of the cluster; a change of levels forgets what was seen. */
  void known(ClusterFacts.Answer answer) {
    problem = answer.problem().orElse(null);
    isProblemLasting = answer.lasting();
    answer
        .facts()
        .ifPresent(
            facts -> {
              ReadLevels now = levels(facts.replication(), facts.localDataCenter(), facts.own());
              if (!now.equals(levels)) {
                levels = now;
                propagation = null;
              }
              options = facts.options();
              loop.levels(levels, facts.own());
            });
  }

  /**
   * Takes in how long a write took to reach replicas.
   *
   * @param of the levels that there were when it was begun: to replicas that others count it says
   *     nothing
   */
  void propagation(PropagationReading measured, ReadLevels of, long nowNanos) {
    if (!of.equals(levels)) {
      return;
    }
    propagation = measured;
    loop.propagation(measured.propagation(), measured.roundTrips(), nowNanos);
    fresh.measured(measured.roundTrips().slowest(), measured.unanswered(), nowNanos);
  }

  /** Takes in that it could not be measured, which may be since a replica answers too late. */
  void propagationFailed(Throwable failure, ReadLevels of, long nowNanos) {
    if (!of.equals(levels)) {
      return;
    }
    loop.notMeasured();
    if (Failures.cause(failure) instanceof PropagationException late) {
      fresh.measured(DelaySample.NONE, late.unanswered(), nowNanos);
    }
  }

  /** What was asked of replicas beside the application's reads. */
  Map<AddedRead, Long> addedReplicaReads(Map<Level, Long> paired, Map<Level, Long> measuring) {
    return added.counted(paired, level.memory().rereads(), measuring, this::replicas);
  }

  /**
   * The most pairs of reads that may be sent now to measure the propagation time; 0 for none.
   *
   * @param isDue whether an interval has begun; in between only who is learning measures
   */
  int pairsToMeasure(boolean isDue, long nowNanos) {
    return leftAlone() == null && (isDue || loop.isLearning()) ? loop.pairsToMeasure(nowNanos) : 0;
  }

  /**
   * Takes in what the application's own requests and pairs of reads have shown so far; decides on
   * it where the policy does and the mode lets it. How fresh writes were ages in every mode.
   */
  void count(Mode mode, long nowNanos) {
    TableMemory memory = level.memory();
    counted = CountedSoFar.of(memory);
    memory.age(nowNanos);
    loop.classes(memory.areClassesKnown());
    ClassCounts counts = memory.counts();
    fresh.compared(counts.allPairs(), nowNanos);
    freshness = fresh.at(nowNanos);
    if (mode != Mode.OFF) {
      loop.evidence(counts, (double) memory.ownWrites(), nowNanos);
    }
  }

  /** Counts in this process's turn, and where something is new that may not wait for it. */
  void round(Mode mode, boolean isTurn, long nowNanos) {
    TableMemory memory = level.memory();
    if (isTurn || counted.isMuchNew(memory) || loop.isDue()) {
      count(mode, nowNanos);
      return;
    }
    memory.age(nowNanos);
    if (mode != Mode.OFF) {
      loop.littleIsNew((double) memory.ownWrites(), nowNanos);
    }
  }

  /** Takes in what was known of the same table under the same load before. */
  void assume(Evidence earlier) {
    loop.assume(earlier);
  }

  /** Takes in where replicas may lack writes. */
  void behind(List<KeyRange> ranges, long nowNanos) {
    loop.behind(ranges, nowNanos);
  }

  /** Takes in what the monitor has seen of this table; decides where enough is known. */
  void seen(TrafficRound round) {
    round
        .traffic(settings.table())
        .ifPresent(
            traffic -> {
              reading = round.reading();
              loop.traffic(traffic);
            });
  }

  /**
   * Takes in what the monitor has seen of writes, whatever becomes of the level; the status tells
   * of it when reads are {@linkplain #count counted} next.
   *
   * @param shares of the table's ring with replicas that are not fresh
   */
  void written(TrafficRound round, RingShares shares, long nowNanos) {
    RingShares known = levels.replication().equals(UNKNOWN) ? RingShares.UNKNOWN : shares;
    round
        .traffic(settings.table())
        .filter(traffic -> !Double.isNaN(traffic.writesPerSecond()))
        .ifPresent(traffic -> written(traffic, known, nowNanos));
  }

  private void written(Traffic traffic, RingShares shares, long nowNanos) {
    fresh.written(
        traffic.writesPerSecond(), traffic.seconds(), shares, levels.replicationFactor(), nowNanos);
  }

  /** The level that follows from all that is known now. */
  Standing choose(Mode mode, long nowNanos) {
    Level pinned = pin;
    String alone = leftAlone();
    boolean isFree = pinned == null && alone == null && mode != Mode.OFF;
    level.memory().count(isFree ? loop.pairs() : PairBudget.NONE);
    if (!isFree || mode == Mode.OBSERVE) {
      loop.pause();
    }
    if (pinned != null && isOwnKnown) {
      return Standing.of(pinned, "The level is pinned.");
    }
    if (alone != null) {
      return Standing.of(loop.own(), alone);
    }
    if (mode == Mode.OFF) {
      return Standing.of(loop.own(), "Adaptation is off.");
    }
    if (mode == Mode.OBSERVE) {
      return Standing.of(loop.own(), "The session observes and changes no level.");
    }
    return loop.at(nowNanos);
  }

  /**
   * What the strongest level that may be sent means for the promise, one sentence; empty where it
   * keeps it, or the session chooses no level.
   */
  Optional<String> limit(Mode mode) {
    return mode == Mode.ADAPT && pin == null && leftAlone() == null
        ? loop.limit()
        : Optional.empty();
  }

  /** Why what was guaranteed cannot be kept, one sentence, as far as the table is known. */
  Optional<String> guaranteeObjection() {
    return levels.replication().equals(UNKNOWN)
        ? Optional.empty()
        : guarantee.objection(levels, guaranteeCeiling(), options);
  }

  /** Two reads may have to meet one another, though either meets every write. */
  private Level guaranteeCeiling() {
    return settings.safeLevel() == null ? loop.own() : settings.safeLevel();
  }

  /** Whether guarantees are this library's doing, and not the application's or an operator's. */
  boolean isGuaranteeing(Mode mode) {
    // While the cluster is asked what kind of table it is, a client may well read it.
    boolean alone = leftAlone != null || (problem != null && isProblemLasting);
    return mode == Mode.ADAPT && pin == null && !alone && !levels.replication().equals(UNKNOWN);
  }

  /** Keeps what was guaranteed from now on, where it can be kept. */
  void guarantee(Mode mode) {
    if (isGuaranteeing(mode)) {
      guarantee.renew(levels, guaranteeCeiling(), options);
    } else {
      guarantee.suspend();
    }
  }

  /**
   * Puts the choice into effect.
   *
   * @param ended whether nobody looks at the application's level any more, so that the driver does
   */
  void set(Standing choice, boolean ended) {
    if (isOwnKnown) {
      level.set(choice.decision(), levels::replicas);
    }
    if (!isOwnKnown || (ended && pin == null)) {
      level.leave();
    }
    status = status(choice.decision().level(), choice.decision().reason());
  }

  private TableStatus status(Level current, String reason) {
    return new TableStatus(
        settings.table(),
        current,
        reason,
        loop.ceiling(),
        settings.safeLevel() == null ? levels.safe() : loop.ceiling(),
        pin != null && isOwnKnown,
        Optional.ofNullable(leftAlone()),
        levels.all().stream().map(each -> LevelCost.of(each, levels, level.memory())).toList(),
        freshness,
        loop.budget(),
        loop.isLearning(),
        loop.observation(),
        loop.decision(),
        Optional.ofNullable(propagation),
        Optional.ofNullable(reading));
  }

  private int replicas(Level of) {
    return levels.replicas(of);
  }
}
