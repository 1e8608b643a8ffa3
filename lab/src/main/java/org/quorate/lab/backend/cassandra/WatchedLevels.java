package org.quorate.lab.backend.cassandra;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.quorate.core.control.budget.BudgetStatus;
import org.quorate.core.level.Level;
import org.quorate.core.level.ReadCounts;
import org.quorate.lab.backend.LevelWatch;
import org.quorate.lab.store.LaneStores;
import org.quorate.lab.store.cassandra.CassandraStore;
import org.quorate.lab.store.cassandra.StoreException;
import org.quorate.study.plan.MonitorSettings;
import org.quorate.study.result.DecisionPoint;
import org.quorate.study.result.MonitorResult;
import org.quorate.study.result.RunEvent;

/**
 * The levels of one run while the library's own monitors and controllers watch the cluster, one of
 * each for every process of the run, where the run's policy is adaptive: what they decide. Else the
 * run's level, and one monitor. With estimates for both. What all processes asked for is added up;
 * decisions in the order of time are the first one's.
 */
final class WatchedLevels implements LevelWatch {
  private final @Nullable Level fixed;
  private final Level write;
  private final List<WatchedProcess> processes;
  private final @Nullable LaneStores stores;
  private final HeardEvents heard;
  private final Consumer<List<Learnt>> learnt;
  private final ReadCounts reads = new ReadCounts();
  private boolean measured;

  private WatchedLevels(
      WatchedRun run,
      List<WatchedProcess> processes,
      @Nullable LaneStores stores,
      HeardEvents heard,
      Consumer<List<Learnt>> learnt) {
    this.fixed = run.policy().fixedLevel().orElse(null);
    this.write = run.run().writeLevel();
    this.processes = List.copyOf(processes);
    this.stores = stores;
    this.heard = heard;
    this.learnt = learnt;
  }

  /**
   * Watches from now on.
   *
   * @param keyNames the name of the row with a number
   * @param earlier what each process had learnt under the same load before, or nothing
   * @param learnt is given what each has learnt at the end, where all know a propagation time; of
   *     many that a warm-up began together, when they and servers are slow, nothing
   * @throws StoreException when the run's sessions cannot be made
   */
  static WatchedLevels of(
      WatchedRun run,
      LongFunction<byte[]> keyNames,
      List<Learnt> earlier,
      Consumer<List<Learnt>> learnt)
      throws StoreException {
    HeardEvents heard = new HeardEvents(System::nanoTime);
    List<WatchedProcess> processes = new ArrayList<>();
    try {
      List<CassandraStore> stores = new ArrayList<>();
      // A fixed level needs no monitor, and its reads none of the load of many: one is enough to
      // estimate for the study what they would be.
      boolean adapts = run.policy().fixedLevel().isEmpty();
      int watching = adapts ? run.run().processes() : 1;
      for (int number = 0; number < watching; number++) {
        WatchedProcess process =
            new WatchedProcess(
                run,
                number,
                number == 0 ? heard : heard.ofAnother(),
                number < earlier.size() ? earlier.get(number) : null);
        processes.add(process);
        if (adapts) {
          stores.add(run.through().openStore(process.session(), run.layout(), keyNames));
        }
      }
      startOneAfterAnother(processes, run.monitor());
      return new WatchedLevels(
          run,
          processes,
          stores.isEmpty() ? null : RunLanes.of(run.run(), run.through(), stores),
          heard,
          learnt);
    } catch (StoreException | RuntimeException e) {
      processes.forEach(WatchedProcess::close);
      throw e;
    }
  }

  /**
   * Within an interval, or the time in which they tell one another what they know: processes that
   * were all to ask at once would ask in bursts.
   */
  private static void startOneAfterAnother(
      List<WatchedProcess> processes, MonitorSettings monitor) {
    Duration evidence = monitor.evidence();
    Duration interval = evidence == null ? monitor.interval() : evidence;
    long begin = System.nanoTime();
    for (int number = 0; number < processes.size(); number++) {
      long due = begin + interval.toNanos() * number / processes.size();
      for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
        LockSupport.parkNanos(left);
        if (Thread.currentThread().isInterrupted()) {
          break;
        }
      }
      processes.get(number).start();
    }
  }

  @Override
  public List<RunEvent> events(long startNanos) {
    return heard.events(startNanos);
  }

  @Override
  public boolean isKnown() {
    return processes.stream().allMatch(WatchedProcess::isKnown);
  }

  @Override
  public void begin() {
    heard.begin();
    reads.reset();
    processes.forEach(WatchedProcess::begin);
  }

  @Override
  public void end() {
    measured = true;
    heard.end();
    processes.forEach(WatchedProcess::end);
  }

  @Override
  public Optional<LaneStores> stores() {
    return Optional.ofNullable(stores);
  }

  @Override
  public boolean isChosenBySession() {
    return fixed == null;
  }

  /** Where sessions choose, that of the first; what they send says itself what it was sent at. */
  @Override
  public Level read() {
    return fixed != null ? fixed : processes.get(0).level();
  }

  @Override
  public void sent(Level level) {
    reads.sent(level);
  }

  @Override
  public Map<String, Double> levelShares() {
    return reads.shares();
  }

  @Override
  public Level write() {
    return write;
  }

  @Override
  public MonitorResult result(long startNanos) {
    List<DecisionPoint> counted =
        processes.stream().flatMap(each -> each.counted(startNanos).stream()).toList();
    Map<String, Long> added = new LinkedHashMap<>();
    for (WatchedProcess each : processes) {
      each.added().forEach((why, asked) -> added.merge(why, asked, Long::sum));
    }
    WatchedProcess first = processes.get(0);
    return new MonitorResult(
        first.counterSource(),
        first.propagationSource(),
        first.propagationMeaning(),
        DecisionReading.mean(counted, DecisionPoint::estimatesAtOne),
        atLevel(DecisionReading.mean(counted, DecisionPoint::estimatesAtLevel)),
        reads.shares(),
        added,
        first.points(startNanos));
  }

  /** With what policies that keep an error budget take for stale themselves. */
  private Map<String, Double> atLevel(Map<String, Double> models) {
    Map<String, Double> all = new LinkedHashMap<>(models);
    BudgetStatus.staleShare(processes.stream().flatMap(each -> each.budget().stream()).toList())
        .ifPresent(share -> all.put(MonitorResult.BUDGET, share));
    return all;
  }

  @Override
  public List<String> problems() {
    List<String> told = new ArrayList<>(heard.problems());
    if (!processes.stream().allMatch(WatchedProcess::hasSeen)) {
      told.add(
          "The monitor could not learn the rates and the propagation time in time, so the run has"
              + " no estimates.");
    }
    return told;
  }

  @Override
  public void close() {
    List<Learnt> each = processes.stream().flatMap(one -> one.learnt().stream()).toList();
    boolean isOfUse = measured || processes.size() == 1;
    if (isOfUse && each.size() == processes.size()) {
      learnt.accept(each);
    }
    processes.forEach(WatchedProcess::close);
  }
}
