package org.quorate.study.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the monitor saw during one run and what the policy made of it. Estimates are a model's,
 * never measured; what was measured is in {@link StalenessResult}.
 *
 * @param counterSource where reads and writes were counted, for people
 * @param propagationSource where the propagation time came from, for people
 * @param propagationMeaning what that source's number is and how it errs, one sentence
 * @param meanEstimatesAtOne mean over the run's decisions of the estimated stale-read rate at ONE,
 *     by the name of the staleness model; raw, may be above 1; empty where nothing was decided
 * @param meanEstimatesAtLevel the same at the levels that were in effect; and of a policy that
 *     keeps an error budget, as {@link #BUDGET}, what it took for spent at the run's end, over the
 *     reads of the budget's window, of all processes
 * @param levelShares share of the run's reads that were sent at each level, by the level's name; 0
 *     to 1, together 1, empty where no read was sent
 * @param addedReplicaReads replica reads of the run's table that were asked for beside those of its
 *     reads, counted by who sent them, as they ended, over all processes: {@link #PAIRED}, {@link
 *     #REREAD}, {@link #MEASURING}, {@link #STUDY}; and of another table {@link #EVIDENCE}
 * @param decisions of the first process, in the order of time
 */
public record MonitorResult(
    String counterSource,
    String propagationSource,
    String propagationMeaning,
    Map<String, Double> meanEstimatesAtOne,
    Map<String, Double> meanEstimatesAtLevel,
    Map<String, Double> levelShares,
    Map<String, Long> addedReplicaReads,
    List<DecisionPoint> decisions) {
  /**
   * The name of what policies that keep an error budget count as spent, over the reads of its
   * window: expected by their model, beyond the tolerance only as far as that is trusted, or proven
   * by pairs of reads.
   */
  public static final String BUDGET = "budget";

  /** To learn how stale weak reads are. */
  public static final String PAIRED = "paired";

  /** For a read whose answer was not used, because another was sent for it. */
  public static final String REREAD = "reread";

  /** To measure the propagation time that a policy needs to decide. */
  public static final String MEASURING = "measuring";

  /**
   * To tell other processes what one knows, and to hear of them: 1 for each query, and for each
   * write as many as there are replicas, since every one takes it.
   */
  public static final String EVIDENCE = "evidence";

  /** To measure the propagation time at a fixed level, for the study alone. */
  public static final String STUDY = "study";

  public MonitorResult {
    meanEstimatesAtOne = Collections.unmodifiableMap(new TreeMap<>(meanEstimatesAtOne));
    meanEstimatesAtLevel = Collections.unmodifiableMap(new TreeMap<>(meanEstimatesAtLevel));
    levelShares = Collections.unmodifiableMap(new LinkedHashMap<>(levelShares));
    addedReplicaReads = Collections.unmodifiableMap(new LinkedHashMap<>(addedReplicaReads));
    decisions = List.copyOf(decisions);
  }

  /** Replica reads that were asked for beside those of a run's reads, for one reason. */
  public static long added(@Nullable MonitorResult monitor, String why) {
    return monitor == null ? 0 : monitor.addedReplicaReads.getOrDefault(why, 0L);
  }

  /** Those that the policy asked for: at a fixed level there are none. */
  public static long addedByPolicy(@Nullable MonitorResult monitor) {
    return added(monitor, PAIRED)
        + added(monitor, REREAD)
        + added(monitor, MEASURING)
        + added(monitor, EVIDENCE);
  }

  /**
   * Replica reads of a run's reads and its policy.
   *
   * @param counted by the servers, for the run's table alone
   */
  public static long ofRun(@Nullable MonitorResult monitor, long counted) {
    return counted - added(monitor, STUDY) + added(monitor, EVIDENCE);
  }
}
