package org.quorate.study.file;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Level;
import org.quorate.core.policy.ConsistencyPolicy;
import org.quorate.core.policy.StaticPolicy;
import org.quorate.core.quantity.Rates;
import org.quorate.study.plan.Buffering;
import org.quorate.study.plan.Capability;
import org.quorate.study.plan.CellSettings;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.Coordinators;
import org.quorate.study.plan.Durability;
import org.quorate.study.plan.LoadShape;
import org.quorate.study.plan.MonitorErrors;
import org.quorate.study.plan.MonitorSettings;
import org.quorate.study.plan.OffloadSettings;
import org.quorate.study.plan.Rest;
import org.quorate.study.plan.RunSettings;

/**
 * What may vary in a study. A new factor is one entry here: its name in study files, the YCSB
 * property that it takes over (or none), the setting that it varies, where it cannot be had, and
 * how one of its levels is checked and put into a cell. Factors are applied in the order in which
 * they stand here.
 */
enum Factor {
  NODES("nodes", "", "nodes", null, Factor.ONE_LEVEL) {
    @Override
    CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
      Map<String, Integer> before = draft.settings().cluster().dataCenters();
      if (before.size() != 1) {
        throw level.refuse("the number of nodes can vary only in a cluster of one data centre.");
      }
      Map<String, Integer> changed =
          Map.of(
              before.keySet().iterator().next(),
              (int) level.wholeNumber(1, ClusterReader.MOST_NODES));
      return withCluster(draft, cluster -> cluster.dataCenters = changed);
    }
  },
  REPLICATION_FACTOR(
      "replication-factor", "", "replication factor", Capability.PLACEMENT, Factor.ONE_LEVEL) {
    @Override
    CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
      int changed = (int) level.wholeNumber(1, ClusterReader.MOST_NODES);
      return withCluster(draft, cluster -> cluster.replicationFactor = changed);
    }
  },
  POOLS("pools", "", "pools", Capability.PLACEMENT, ClusterSettings.BALANCED) {
    @Override
    CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
      String pools = level.as(Texts::pools);
      return withCluster(draft, cluster -> cluster.pools = pools);
    }
  },
  COORDINATORS("coordinators", "", "coordinators", Capability.COORDINATORS, Factor.FREE) {
    @Override
    CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
      Coordinators changed = level.as(Texts::coordinators);
      return draft.with(run -> run.coordinators = changed);
    }
  },
  COLD_CAP("cold-cap", "", "cap of cold nodes", Capability.PLACEMENT, "none") {
    @Override
    CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
      double cap = level.as(Texts::share);
      return draft.with(run -> run.coldCap = cap);
    }
  },
  READ_LEVEL("read-level", "", "read level", Capability.LEVELS, Factor.FREE) {
    @Override
    CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
      ConsistencyPolicy changed = new StaticPolicy(level.as(Texts::readLevel));
      return draft.with(run -> run.readPolicy = changed);
    }
  },
  POLICY("policy", "", "read level", Capability.LEVELS, Factor.FREE) {
    @Override
    CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
      ConsistencyPolicy changed = level.as(Texts::policy);
      return draft.with(run -> run.readPolicy = changed);
    }
  },
  WRITE_LEVEL("write-level", "", "write level", Capability.LEVELS, Factor.FREE) {
    @Override
    CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
      if (level.text().equals(AS_READ)) {
        Level read =
            draft
                .settings()
                .readPolicy()
                .fixedLevel()
                .orElseThrow(
                    () ->
                        level.refuse(
                            "writes cannot follow the level of reads under a policy that adapts."));
        return draft.with(run -> run.writeLevel = read);
      }
      var changed = level.as(Texts::level);
      return draft.with(run -> run.writeLevel = changed);
    }
  },
  SECOND_READ("second-read", "", "second read", Capability.LEVELS, Factor.FREE) {
    @Override
    CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
      var changed = level.as(Texts::secondRead);
      return draft.with(run -> run.secondRead = changed.orElse(null));
    }
  },
  BUFFERING("buffering", "", "buffering of writes", null, Factor.FREE) {
    @Override
    CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
      Buffering changed = level.as(Texts::buffering);
      return draft.with(run -> run.buffering = changed);
    }
  },
  DURABILITY("durability", "", "durability of writes that are kept back", null, Factor.FREE) {
    @Override
    CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
      Durability changed = level.as(Texts::durability);
      return draft.with(run -> run.durability = changed);
    }
  },
  OFFLOAD("offload", "", "servers that are not needed", null, Factor.FREE) {
    @Override
    CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
      Rest changed = level.as(Texts::rest);
      OffloadSettings before = draft.settings().offload();
      if (before == null) {
        throw level.refuse(
            "the study does not say what a server can do; write offload: {capacity: 300/s}.");
      }
      OffloadSettings after = before.with(changed);
      return draft.with(run -> run.offload = after);
    }
  },
  /** A name of a time line, which the {@link FaultsReader} puts into the cell. */
  FAULT("fault", "", "fault", Capability.FAULTS, Factor.FREE),
  DELAY("delay", "", "link delay", null, RunSettings.NO_DELAY) {
    @Override
    CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
      String changed = level.as(Texts::delay);
      return draft.with(run -> run.linkDelay = changed);
    }
  },
  ARRIVALS("arrivals", "", "load", null, Factor.FREE) {
    @Override
    CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
      String arrivals = level.as(Texts::arrivals);
      int maxInFlight =
          draft.settings().load() instanceof LoadShape.Open open
              ? open.maxInFlight()
              : LoadReader.DEFAULT_MAX_IN_FLIGHT;
      return draft.with(run -> run.load = new LoadShape.Open(arrivals, maxInFlight));
    }
  },
  THREADS("threads", "threadcount", "load", null, Factor.FREE) {
    @Override
    CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
      int threads = (int) level.wholeNumber(1, LoadReader.MOST_THREADS);
      double target = closed(draft, level).targetPerSecond();
      return draft.with(run -> run.load = new LoadShape.Closed(threads, target));
    }
  },
  TARGET("target", "target", "load", null, Factor.FREE) {
    @Override
    CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
      double target = level.as(Rates::parse);
      int threads = closed(draft, level).threads();
      return draft.with(run -> run.load = new LoadShape.Closed(threads, target));
    }
  },
  PROCESSES("processes", "", CellSettings.PROCESSES, Capability.LEVELS, Factor.FREE) {
    @Override
    CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
      int processes = (int) level.wholeNumber(1, LoadReader.MOST_PROCESSES);
      return draft.with(run -> run.processes = processes);
    }
  },
  PROPAGATION_ERROR(
      "propagation-error", "", CellSettings.PROPAGATION_ERROR, Capability.MONITOR, Factor.FREE) {
    @Override
    CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
      double times = level.as(Texts::times);
      return withErrors(draft, level, before -> new MonitorErrors(times, before.lostPairs()));
    }
  },
  LOST_PAIRS("lost-pairs", "", CellSettings.LOST_PAIRS, Capability.MONITOR, Factor.FREE) {
    @Override
    CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
      double share = level.as(Texts::shareFromZero);
      return withErrors(draft, level, before -> new MonitorErrors(before.propagation(), share));
    }
  },
  WORKLOAD("workload", "", "workload file", null, Factor.FREE) {
    @Override
    WorkloadChoice choose(WorkloadChoice workload, Value level) {
      return workload.withFile(level);
    }
  },
  DISTRIBUTION("distribution", "requestdistribution", "request distribution"),
  RECORD_COUNT("record-count", "recordcount", "workload.recordcount"),
  FIELD_LENGTH("field-length", "fieldlength", "workload.fieldlength"),
  READ_PROPORTION("read-proportion", "readproportion", "workload.readproportion") {
    /** What is not read is updated. */
    @Override
    WorkloadChoice choose(WorkloadChoice workload, Value level) throws StudyFileException {
      double reads = level.as(Texts::shareFromZero);
      WorkloadChoice changed = workload;
      for (String other :
          List.of("insertproportion", "scanproportion", "readmodifywriteproportion")) {
        changed = changed.withProperty(other, level.withText("0"));
      }
      return changed
          .withProperty("readproportion", level)
          .withProperty(
              "updateproportion",
              level.withText(Double.toString(Math.round((1 - reads) * 1e6) / 1e6)));
    }
  };

  /** The write level that is the read level of the same cell. */
  private static final String AS_READ = "as-read";

  /** That every level can be had on a cluster that the study does not start. */
  private static final String FREE = "";

  /** That one level can be had there: the one that the cluster has. */
  private static final String ONE_LEVEL = "N";

  private final String text;
  private final String property;
  private final String setting;
  private final @Nullable Capability needs;
  private final String fixed;
  private final boolean ofWorkload;

  /** A factor whose level is simply the value of a property of the workload. */
  Factor(String text, String property, String setting) {
    this(text, property, setting, null, Factor.FREE, true);
  }

  /**
   * A factor that an override below puts into effect.
   *
   * @param setting that it varies, as {@link org.quorate.study.plan.CellSettings} names it
   * @param needs what an engine must have for any of its levels; null where each has some
   * @param fixed the only level on a cluster that the study does not start
   */
  Factor(String text, String property, String setting, @Nullable Capability needs, String fixed) {
    this(text, property, setting, needs, fixed, false);
  }

  Factor(
      String text,
      String property,
      String setting,
      @Nullable Capability needs,
      String fixed,
      boolean ofWorkload) {
    this.text = text;
    this.property = property;
    this.setting = setting;
    this.needs = needs;
    this.fixed = fixed;
    this.ofWorkload = ofWorkload;
  }

  /** The factor of a name, as study files write it. */
  static Optional<Factor> named(String name) {
    return Arrays.stream(values()).filter(factor -> factor.text.equals(name)).findFirst();
  }

  static List<String> names() {
    return Arrays.stream(values()).map(factor -> factor.text).toList();
  }

  /** Name in study files. */
  String text() {
    return text;
  }

  /** The YCSB property that this factor decides, or empty. */
  String property() {
    return property;
  }

  /** The setting that it varies, as a study's settings are named for people. */
  String setting() {
    return setting;
  }

  /** What an engine must have for it, if it must have something. */
  Optional<Capability> needs() {
    return Optional.ofNullable(needs);
  }

  /** The level on a cluster that the study does not start; N for any one, empty where it varies. */
  String fixed() {
    return fixed;
  }

  /** Whether a cluster that the study does not start can have these levels. */
  boolean canBeHadAnywhere(List<Value> levels) {
    return switch (fixed) {
      case FREE -> true;
      case ONE_LEVEL -> levels.size() < 2;
      default -> levels.stream().allMatch(level -> level.text().equals(fixed));
    };
  }

  /**
   * The cell with one level of this factor.
   *
   * @throws StudyFileException if the text is no level of this factor
   */
  CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
    return new CellDraft(draft.settings(), choose(draft.workload(), level));
  }

  /** The workload with one level of this factor; unchanged where the factor is about another. */
  WorkloadChoice choose(WorkloadChoice workload, Value level) throws StudyFileException {
    return ofWorkload ? workload.withProperty(property, level) : workload;
  }

  private static LoadShape.Closed closed(CellDraft draft, Value level) throws StudyFileException {
    if (draft.settings().load() instanceof LoadShape.Closed closed) {
      return closed;
    }
    throw level.refuse("it belongs to a closed loop, but operations arrive on a schedule here.");
  }

  private static CellDraft withErrors(
      CellDraft draft, Value level, UnaryOperator<MonitorErrors> change) throws StudyFileException {
    MonitorSettings monitor = draft.settings().monitor();
    if (monitor == null) {
      throw level.refuse("nothing is measured that could be wrong; write monitor: {}.");
    }
    MonitorSettings changed = monitor.with(change.apply(monitor.errors()));
    return draft.with(run -> run.monitor = changed);
  }

  private static CellDraft withCluster(CellDraft draft, Consumer<ClusterSettings.Draft> change) {
    return draft.with(run -> run.cluster = run.cluster.with(change));
  }
}
