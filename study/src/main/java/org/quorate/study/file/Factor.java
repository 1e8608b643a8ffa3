package org.quorate.study.file;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.quorate.core.level.Level;
import org.quorate.core.policy.ConsistencyPolicy;
import org.quorate.core.policy.StaticPolicy;
import org.quorate.core.quantity.Rates;
import org.quorate.study.plan.Buffering;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.Coordinators;
import org.quorate.study.plan.Durability;
import org.quorate.study.plan.LoadShape;
import org.quorate.study.plan.OffloadSettings;
import org.quorate.study.plan.Rest;

/**
 * What may vary in a study. A new factor is one entry here: its name in study files, the YCSB
 * property that it takes over (or none), and how one of its levels is checked and put into a cell.
 * Factors are applied in the order in which they stand here.
 */
enum Factor {
  NODES("nodes", "", false) {
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
      return withCluster(draft, draft.settings().cluster().withDataCenters(changed));
    }
  },
  REPLICATION_FACTOR("replication-factor", "", false) {
    @Override
    CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
      int changed = (int) level.wholeNumber(1, ClusterReader.MOST_NODES);
      return withCluster(draft, draft.settings().cluster().withReplicationFactor(changed));
    }
  },
  POOLS("pools", "", false) {
    @Override
    CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
      String pools = level.as(Texts::pools);
      return withCluster(draft, draft.settings().cluster().change().pools(pools).build());
    }
  },
  COORDINATORS("coordinators", "", false) {
    @Override
    CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
      Coordinators changed = level.as(Texts::coordinators);
      return draft.with(settings -> settings.change().coordinators(changed).build());
    }
  },
  COLD_CAP("cold-cap", "", false) {
    @Override
    CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
      double cap = level.as(Texts::share);
      return draft.with(settings -> settings.change().coldCap(cap).build());
    }
  },
  READ_LEVEL("read-level", "", false) {
    @Override
    CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
      ConsistencyPolicy changed = new StaticPolicy(level.as(Texts::readLevel));
      return draft.with(settings -> settings.withReadPolicy(changed));
    }
  },
  POLICY("policy", "", false) {
    @Override
    CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
      ConsistencyPolicy changed = level.as(Texts::policy);
      return draft.with(settings -> settings.withReadPolicy(changed));
    }
  },
  WRITE_LEVEL("write-level", "", false) {
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
        return draft.with(settings -> settings.withWriteLevel(read));
      }
      var changed = level.as(Texts::level);
      return draft.with(settings -> settings.withWriteLevel(changed));
    }
  },
  SECOND_READ("second-read", "", false) {
    @Override
    CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
      var changed = level.as(Texts::secondRead);
      return draft.with(settings -> settings.withSecondRead(changed.orElse(null)));
    }
  },
  BUFFERING("buffering", "", false) {
    @Override
    CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
      Buffering changed = level.as(Texts::buffering);
      return draft.with(settings -> settings.change().buffering(changed).build());
    }
  },
  DURABILITY("durability", "", false) {
    @Override
    CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
      Durability changed = level.as(Texts::durability);
      return draft.with(settings -> settings.change().durability(changed).build());
    }
  },
  OFFLOAD("offload", "", false) {
    @Override
    CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
      Rest changed = level.as(Texts::rest);
      OffloadSettings before = draft.settings().offload();
      if (before == null) {
        throw level.refuse(
            "the study does not say what a server can do; write offload: {capacity: 300/s}.");
      }
      OffloadSettings after = before.with(changed);
      return draft.with(settings -> settings.change().offload(after).build());
    }
  },
  /** A name of a time line, which the {@link FaultsReader} puts into the cell. */
  FAULT("fault", "", false),
  DELAY("delay", "", false) {
    @Override
    CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
      String changed = level.as(Texts::delay);
      return draft.with(settings -> settings.withLinkDelay(changed));
    }
  },
  ARRIVALS("arrivals", "", false) {
    @Override
    CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
      String arrivals = level.as(Texts::arrivals);
      int maxInFlight =
          draft.settings().load() instanceof LoadShape.Open open
              ? open.maxInFlight()
              : LoadReader.DEFAULT_MAX_IN_FLIGHT;
      return draft.with(settings -> settings.withLoad(new LoadShape.Open(arrivals, maxInFlight)));
    }
  },
  THREADS("threads", "threadcount", false) {
    @Override
    CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
      int threads = (int) level.wholeNumber(1, LoadReader.MOST_THREADS);
      double target = closed(draft, level).targetPerSecond();
      return draft.with(settings -> settings.withLoad(new LoadShape.Closed(threads, target)));
    }
  },
  TARGET("target", "target", false) {
    @Override
    CellDraft apply(CellDraft draft, Value level) throws StudyFileException {
      double target = level.as(Rates::parse);
      int threads = closed(draft, level).threads();
      return draft.with(settings -> settings.withLoad(new LoadShape.Closed(threads, target)));
    }
  },
  WORKLOAD("workload", "", false) {
    @Override
    WorkloadChoice choose(WorkloadChoice workload, Value level) {
      return workload.withFile(level);
    }
  },
  DISTRIBUTION("distribution", "requestdistribution", true),
  RECORD_COUNT("record-count", "recordcount", true),
  FIELD_LENGTH("field-length", "fieldlength", true),
  READ_PROPORTION("read-proportion", "readproportion", true) {
    /** What is not read is updated. */
    @Override
    WorkloadChoice choose(WorkloadChoice workload, Value level) throws StudyFileException {
      double reads =
          level.as(
              text -> {
                if (!text.matches("0(\\.\\d{1,6})?|1(\\.0{1,6})?")) {
                  throw new IllegalArgumentException(
                      "\"" + text + "\" is not a share from 0 to 1, such as 0.5.");
                }
                return Double.parseDouble(text);
              });
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

  private final String text;
  private final String property;
  private final boolean ofWorkload;

  /**
   * @param ofWorkload whether a level is simply the value of the property
   */
  Factor(String text, String property, boolean ofWorkload) {
    this.text = text;
    this.property = property;
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

  private static CellDraft withCluster(CellDraft draft, ClusterSettings cluster) {
    return draft.with(settings -> settings.withCluster(cluster));
  }
}
