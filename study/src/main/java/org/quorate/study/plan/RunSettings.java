package org.quorate.study.plan;

import java.time.Duration;
import java.util.List;
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
 * @param linkDelay one-way delay between nodes as text, for example {@code 5ms} or {@code lognormal
 *     5ms 0.5}; {@code none} for no delay
 * @param warmUp how long the cell runs unmeasured before its first run in a session
 * @param settle how long each run goes on unmeasured right before its measured interval
 * @param duration length of the measured interval
 * @param operations the measured interval ends earlier when so many operations have completed; 0
 *     for no such limit (YCSB's {@code operationcount})
 * @param history whether every operation is recorded and judged
 * @param seed of the workload and the arrivals; differs between repetitions, equal between the
 *     cells of one repetition
 * @param secondRead the level of a second read that follows each read and is compared with it, or
 *     null for none
 * @param monitor how the run is watched, or null for no monitor; never null where the policy adapts
 * @param emptyTable whether the run begins with an empty table and clean servers, so that it
 *     measures the load of rows
 * @param coordinators which nodes may coordinate requests
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

  public RunSettings withCluster(ClusterSettings changed) {
    return change().cluster(changed).build();
  }

  public RunSettings withReadPolicy(ConsistencyPolicy changed) {
    return change().readPolicy(changed).build();
  }

  public RunSettings withWriteLevel(Level changed) {
    return change().writeLevel(changed).build();
  }

  public RunSettings withWorkload(Workload changed) {
    return change().workload(changed).build();
  }

  public RunSettings withLoad(LoadShape changed) {
    return change().load(changed).build();
  }

  public RunSettings withLinkDelay(String changed) {
    return change().linkDelay(changed).build();
  }

  public RunSettings withDuration(Duration changed) {
    return change().duration(changed).build();
  }

  public RunSettings withSeed(long changed) {
    return change().seed(changed).build();
  }

  public RunSettings withSecondRead(@Nullable Level changed) {
    return change().secondRead(changed).build();
  }

  public RunSettings withMonitor(@Nullable MonitorSettings changed) {
    return change().monitor(changed).build();
  }

  public RunSettings withTimes(
      Duration changedWarmUp, Duration changedSettle, Duration changedDuration) {
    return change().warmUp(changedWarmUp).settle(changedSettle).duration(changedDuration).build();
  }

  /** Starts from these settings. */
  public Builder change() {
    return new Builder(this);
  }

  /** Collects changes. Not thread-safe. */
  public static final class Builder {
    private ClusterSettings cluster;
    private ConsistencyPolicy readPolicy;
    private Level writeLevel;
    private Workload workload;
    private LoadShape load;
    private String linkDelay;
    private Duration warmUp;
    private Duration settle;
    private Duration duration;
    private long operations;
    private boolean history;
    private long seed;
    private @Nullable Level secondRead;
    private @Nullable MonitorSettings monitor;
    private final boolean emptyTable;
    private Coordinators coordinators;
    private double coldCap;
    private Buffering buffering;
    private Durability durability;
    private @Nullable OffloadSettings offload;
    private @Nullable PowerSettings power;
    private List<FaultEvent> faults;

    private Builder(RunSettings from) {
      cluster = from.cluster;
      readPolicy = from.readPolicy;
      writeLevel = from.writeLevel;
      workload = from.workload;
      load = from.load;
      linkDelay = from.linkDelay;
      warmUp = from.warmUp;
      settle = from.settle;
      duration = from.duration;
      operations = from.operations;
      history = from.history;
      seed = from.seed;
      secondRead = from.secondRead;
      monitor = from.monitor;
      emptyTable = from.emptyTable;
      coordinators = from.coordinators;
      coldCap = from.coldCap;
      buffering = from.buffering;
      durability = from.durability;
      offload = from.offload;
      power = from.power;
      faults = from.faults;
    }

    public Builder cluster(ClusterSettings changed) {
      cluster = changed;
      return this;
    }

    public Builder readPolicy(ConsistencyPolicy changed) {
      readPolicy = changed;
      return this;
    }

    public Builder writeLevel(Level changed) {
      writeLevel = changed;
      return this;
    }

    public Builder workload(Workload changed) {
      workload = changed;
      return this;
    }

    public Builder load(LoadShape changed) {
      load = changed;
      return this;
    }

    public Builder linkDelay(String changed) {
      linkDelay = changed;
      return this;
    }

    public Builder warmUp(Duration changed) {
      warmUp = changed;
      return this;
    }

    public Builder settle(Duration changed) {
      settle = changed;
      return this;
    }

    public Builder duration(Duration changed) {
      duration = changed;
      return this;
    }

    public Builder operations(long changed) {
      operations = changed;
      return this;
    }

    public Builder history(boolean changed) {
      history = changed;
      return this;
    }

    public Builder seed(long changed) {
      seed = changed;
      return this;
    }

    public Builder secondRead(@Nullable Level changed) {
      secondRead = changed;
      return this;
    }

    public Builder monitor(@Nullable MonitorSettings changed) {
      monitor = changed;
      return this;
    }

    public Builder coordinators(Coordinators changed) {
      coordinators = changed;
      return this;
    }

    public Builder coldCap(double changed) {
      coldCap = changed;
      return this;
    }

    public Builder buffering(Buffering changed) {
      buffering = changed;
      return this;
    }

    public Builder durability(Durability changed) {
      durability = changed;
      return this;
    }

    public Builder offload(@Nullable OffloadSettings changed) {
      offload = changed;
      return this;
    }

    public Builder power(@Nullable PowerSettings changed) {
      power = changed;
      return this;
    }

    public Builder faults(List<FaultEvent> changed) {
      faults = changed;
      return this;
    }

    /** The settings with all changes. */
    public RunSettings build() {
      return new RunSettings(
          cluster,
          readPolicy,
          writeLevel,
          workload,
          load,
          linkDelay,
          warmUp,
          settle,
          duration,
          operations,
          history,
          seed,
          secondRead,
          monitor,
          emptyTable,
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
