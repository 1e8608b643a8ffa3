package org.quorate.lab.backend;

import java.time.Duration;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.quorate.core.schedule.ArrivalProcess;
import org.quorate.core.workload.KeySequence;
import org.quorate.core.workload.Operation;
import org.quorate.core.workload.OperationStream;
import org.quorate.core.workload.Workload;
import org.quorate.lab.load.Levels;
import org.quorate.lab.load.LoadPlan;
import org.quorate.lab.load.OperationSource;
import org.quorate.study.history.LaneHistory;
import org.quorate.study.plan.LoadShape;
import org.quorate.study.plan.RunSettings;

/** Turns a run's settings into plans of load. */
final class LoadPlans {
  /**
   * One thread drives more than a real cluster on this machine can take, and leaves the other
   * processors to the servers.
   */
  private static final int LANES = 1;

  private static final int LOADING_CLIENTS = 64;
  private static final Duration DRAIN = Duration.ofSeconds(20);

  /** Longer than any time limit of servers and driver, and than the pauses of repeated inserts. */
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /** A load ends with its rows, or when patience does. */
  private static final Duration UNTIL_DONE = Duration.ofDays(1);

  private LoadPlans() {}

  /**
   * The run phase of a workload; its load phase where runs begin with an empty table.
   *
   * @param levels of the operations
   * @param keys the numbers of the rows that are inserted, one sequence for all runs on a table
   * @param operations at most so many are sent; 0 for no limit
   */
  static LoadPlan running(
      RunSettings settings,
      Levels levels,
      KeySequence keys,
      long seed,
      Duration duration,
      long operations,
      IntFunction<LaneHistory> history) {
    Workload workload = settings.workload();
    return new LoadPlan(
        LANES,
        lane -> {
          if (settings.emptyTable()) {
            return workload.load(seed, lane, LANES)::next;
          }
          OperationStream stream = workload.stream(seed, lane, keys);
          return operations == 0 ? stream::next : limited(stream::next, operations / LANES);
        },
        shape(settings.load(), seed),
        levels,
        settings.emptyTable() ? keyNumber -> {} : keys::acknowledge,
        duration,
        DRAIN,
        PATIENCE,
        history);
  }

  /** The load phase of a workload: ends by itself when there are no more rows to write. */
  static LoadPlan loading(
      IntFunction<OperationSource> rows, Levels levels, IntFunction<LaneHistory> history) {
    return new LoadPlan(
        LANES,
        rows,
        new LoadPlan.Closed(LOADING_CLIENTS, 0),
        levels,
        keyNumber -> {},
        UNTIL_DONE,
        DRAIN,
        PATIENCE,
        history);
  }

  private static OperationSource limited(OperationSource source, long operations) {
    return new OperationSource() {
      private long left = operations;

      @Override
      public @Nullable Operation next() {
        return left-- > 0 ? source.next() : null;
      }
    };
  }

  static int lanes() {
    return LANES;
  }

  private static LoadPlan.Shape shape(LoadShape shape, long seed) {
    if (shape instanceof LoadShape.Closed closed) {
      return new LoadPlan.Closed(closed.threads(), closed.targetPerSecond());
    }
    LoadShape.Open open = (LoadShape.Open) shape;
    ArrivalProcess process = ArrivalProcess.parse(open.arrivals());
    return new LoadPlan.Open(lane -> process.schedule(seed, lane, LANES), open.maxInFlight());
  }
}
