package org.quorate.lab.backend;

import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.quorate.core.schedule.ArrivalProcess;
import org.quorate.core.schedule.RateChange;
import org.quorate.core.workload.KeySequence;
import org.quorate.core.workload.Operation;
import org.quorate.core.workload.OperationStream;
import org.quorate.core.workload.Workload;
import org.quorate.load.Levels;
import org.quorate.load.LoadPlan;
import org.quorate.load.OperationSource;
import org.quorate.load.history.LaneHistory;
import org.quorate.study.plan.LoadShape;
import org.quorate.study.plan.RunSettings;

/** Turns a run's settings into plans of load. */
final class LoadPlans {
  private static final int LOADING_CLIENTS = 64;
  private static final Duration DRAIN = Duration.ofSeconds(20);

  /** A load ends with its rows, or when patience does. */
  private static final Duration UNTIL_DONE = Duration.ofDays(1);

  private LoadPlans() {}

  /**
   * The run phase of a workload; its load phase where runs begin with an empty table.
   *
   * @param lanes threads that drive it, at most one for each client
   * @param levels of the operations
   * @param keys the numbers of the rows that are inserted, one sequence for all runs on a table
   * @param operations at most so many are sent; 0 for no limit
   * @param changes of the rate of an open loop, in the order of their time
   */
  static LoadPlan running(
      RunSettings settings,
      int lanes,
      Levels levels,
      KeySequence keys,
      long seed,
      Duration duration,
      long operations,
      List<RateChange> changes,
      IntFunction<LaneHistory> history) {
    Workload workload = settings.workload();
    return new LoadPlan(
        lanes,
        lane -> {
          if (settings.emptyTable()) {
            return workload.load(seed, lane, lanes)::next;
          }
          OperationStream stream = workload.stream(seed, lane, keys);
          return operations == 0
              ? stream::next
              : limited(stream::next, share(operations, lane, lanes));
        },
        shape(settings.load(), lanes, seed, changes),
        levels,
        settings.emptyTable() ? keyNumber -> {} : keys::acknowledge,
        duration,
        DRAIN,
        LoadPlan.PATIENCE,
        history);
  }

  /**
   * The load phase of a workload: ends by itself when there are no more rows to write.
   *
   * @param lanes threads that drive it
   */
  static LoadPlan loading(
      int lanes,
      IntFunction<OperationSource> rows,
      Levels levels,
      IntFunction<LaneHistory> history) {
    return new LoadPlan(
        lanes,
        rows,
        new LoadPlan.Closed(Math.max(lanes, LOADING_CLIENTS), 0),
        levels,
        keyNumber -> {},
        UNTIL_DONE,
        DRAIN,
        LoadPlan.PATIENCE,
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

  /** What a lane has to send of so many operations. */
  private static long share(long operations, int lane, int lanes) {
    return operations / lanes + (lane < operations % lanes ? 1 : 0);
  }

  private static LoadPlan.Shape shape(
      LoadShape shape, int lanes, long seed, List<RateChange> changes) {
    if (shape instanceof LoadShape.Closed closed) {
      return new LoadPlan.Closed(closed.threads(), closed.targetPerSecond());
    }
    LoadShape.Open open = (LoadShape.Open) shape;
    ArrivalProcess process = ArrivalProcess.parse(open.arrivals());
    return new LoadPlan.Open(
        lane -> process.schedule(seed, lane, lanes, changes),
        open.maxInFlight(),
        process.steps().stream().map(ArrivalProcess.Step::duration).toList());
  }
}
