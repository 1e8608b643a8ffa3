package org.quorate.study.plan;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Level;
import org.quorate.core.policy.ConsistencyPolicy;
import org.quorate.core.workload.Workload;
import org.quorate.study.fault.FaultEvent;
import org.quorate.study.fault.NodeFault;

/**
 * Everything a backend needs to know to run one cell: the study's base settings with the cell's
 * factor levels put in.
 *
 * @param readPolicy what decides the level of reads
 * @param workload rows and operations; how many clients there are, how fast and for how long they
 *     go is decided by {@code load}, {@code duration} and {@code operations} alone
 * @param processes sessions that share the load evenly and know their own writes alone; at least 1,
 *     and at most as many as the load has clients
 * @param linkDelay one-way delay between nodes as text, for example {@code 5ms} or {@code lognormal
 *     5ms 0.5}; {@code none} for no delay
 * @param warmUp how long the cell runs unmeasured before its first run in a session
 * @param settle how long each run goes on unmeasured right before its measured interval
 * @param duration length of the measured interval
 * @param operations the measured interval ends earlier when so many operations have completed; 0
 *     for no such limit (YCSB's {@code operationcount})
 * @param history whether every operation is recorded and judged
 * @param seed of the workload, the arrivals and clients' coordinators; differs between repetitions,
 *     equal between the cells of one repetition
 * @param secondRead the level of a second read that follows each read and is compared with it, or
 *     null for none
 * @param monitor how the run is watched, or null for no monitor; never null where the policy adapts
 * @param emptyTable whether the run begins with an empty table and clean servers, so that it
 *     measures the load of rows
 * @param coordinators which nodes coordinate requests
 * @param coldCap share of its processors that a node of the cold pool may use, above 0 and up to
 *     {@link #NO_CAP}
 * @param buffering what clients do with writes before they send them
 * @param durability what writes survive that clients keep back; {@link Durability#NONE} unless
 *     {@code buffering} is a {@link Buffering.BoundedDeferral}
 * @param offload whether servers rest that are not needed, and when, or null where that is no
 *     matter of the study
 * @param power how energy is accounted for, or null where it is not
 * @param faults what is done to the cluster while the run is measured, in the order of its time;
 *     never later than {@code duration}, and empty where the run's length is unknown
 */
public record RunSettings(
    ClusterSettings cluster,
    ConsistencyPolicy readPolicy,
    Level writeLevel,
    Workload workload,
    LoadShape load,
    int processes,
    String linkDelay,
    Duration warmUp,
    Duration settle,
    Duration duration,
    long operations,
    boolean history,
    long seed,
    @Nullable Level secondRead,
    @Nullable MonitorSettings monitor,
    boolean emptyTable,
    Coordinators coordinators,
    double coldCap,
    Buffering buffering,
    Durability durability,
    @Nullable OffloadSettings offload,
    @Nullable PowerSettings power,
    List<FaultEvent> faults) {
  /** The text of no link delay. */
  public static final String NO_DELAY = "none";

  /** The text of no second read. */
  public static final String NO_SECOND_READ = "none";

  /** The cap that caps nothing. */
  public static final double NO_CAP = 1;

  public RunSettings {
    faults = List.copyOf(faults);
  }

  /** Whether the run ends with its operations or rows, and at its duration at the latest. */
  public boolean isOfUnknownLength() {
    return operations > 0 || emptyTable;
  }

  /** Whether a server is started because of the run's faults, by one of them or after the run. */
  public boolean restartsServers() {
    return faults.stream()
        .anyMatch(event -> event.fault() instanceof NodeFault node && node.deed().renewsProcess());
  }

  /**
   * Operations with which the measured interval ends at the latest; without a limit the largest.
   */
  public long mostOperations() {
    return emptyTable ? workload.insertCount() : operations > 0 ? operations : Long.MAX_VALUE;
  }

  /** These settings but for what a change makes of their draft. */
  public RunSettings with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.settings();
  }

  /**
   * Settings to be changed, of those that differ between the runs of a study; each field is the
   * component of its name. Not thread-safe.
   */
  public static final class Draft {
    private final RunSettings before;
    public ClusterSettings cluster;
    public ConsistencyPolicy readPolicy;
    public Level writeLevel;
    public Workload workload;
    public LoadShape load;
    public int processes;
    public String linkDelay;
    public Duration warmUp;
    public Duration settle;
    public Duration duration;
    public long operations;
    public long seed;
    public @Nullable Level secondRead;
    public @Nullable MonitorSettings monitor;
    public Coordinators coordinators;
    public double coldCap;
    public Buffering buffering;
    public Durability durability;
    public @Nullable OffloadSettings offload;
    public @Nullable PowerSettings power;
    public List<FaultEvent> faults;

    private Draft(RunSettings before) {
      this.before = before;
      cluster = before.cluster;
      readPolicy = before.readPolicy;
      writeLevel = before.writeLevel;
      workload = before.workload;
      load = before.load;
      processes = before.processes;
      linkDelay = before.linkDelay;
      warmUp = before.warmUp;
      settle = before.settle;
      duration = before.duration;
      operations = before.operations;
      seed = before.seed;
      secondRead = before.secondRead;
      monitor = before.monitor;
      coordinators = before.coordinators;
      coldCap = before.coldCap;
      buffering = before.buffering;
      durability = before.durability;
      offload = before.offload;
      power = before.power;
      faults = before.faults;
    }

    private RunSettings settings() {
      return new RunSettings(
          cluster,
          readPolicy,
          writeLevel,
          workload,
          load,
          processes,
          linkDelay,
          warmUp,
          settle,
          duration,
          operations,
          before.history,
          seed,
          secondRead,
          monitor,
          before.emptyTable,
          coordinators,
          coldCap,
          buffering,
          durability,
          offload,
          power,
          faults);
    }
  }
}
