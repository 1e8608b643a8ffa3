package org.quorate.bench;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.quorate.core.level.Level;
import org.quorate.core.schedule.ArrivalProcess;
import org.quorate.core.workload.KeySequence;
import org.quorate.core.workload.OperationStream;
import org.quorate.core.workload.Workload;
import org.quorate.core.workload.WorkloadProperties;
import org.quorate.lab.time.SystemTime;
import org.quorate.load.Levels;
import org.quorate.load.LoadDriver;
import org.quorate.load.LoadOutcome;
import org.quorate.load.LoadPlan;
import org.quorate.load.history.HistoryRecorder;
import org.quorate.load.history.LaneHistory;

/**
 * How many operations per second the load generator reaches when the store costs nothing: workload
 * A with 1,000,000 keys and rows of 1 KB, histograms on, closed and open loop, history off and on.
 *
 * <p>Arguments: seconds per measurement (default 8) and repetitions (default 3). Prints one line
 * per measurement, and the medians.
 */
public final class GeneratorCeilingBenchmark {
  private static final int LANES = 2;
  private static final int CLIENTS = 40;

  /** More than can be done, so that the generator is never idle. */
  private static final ArrivalProcess OFFERED = ArrivalProcess.constant(4_000_000, false, null);

  private GeneratorCeilingBenchmark() {}

  public static void main(String[] arguments) throws Exception {
    int seconds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 8;
    int repetitions = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 3;
    Workload workload =
        WorkloadProperties.empty()
            .withFile(
                "workload A",
                new StringReader(
                    """
                    workload=site.ycsb.workloads.CoreWorkload
                    recordcount=1000000
                    readproportion=0.5
                    updateproportion=0.5
                    requestdistribution=zipfian
                    fieldcount=10
                    fieldlength=100
                    """))
            .workload();
    System.out.printf(
        "%-8s %-8s %14s %14s %10s%n", "loop", "history", "operations/s", "lag p50 us", "blocked");
    for (boolean open : new boolean[] {false, true}) {
      for (boolean history : new boolean[] {false, true}) {
        List<Double> rates = new ArrayList<>();
        measure(workload, open, history, 4);
        for (int i = 0; i < repetitions; i++) {
          rates.add(measure(workload, open, history, seconds));
        }
        rates.sort(null);
        System.out.printf(
            "median of %d: %s loop, history %s: %,.0f operations/s%n",
            repetitions,
            open ? "open" : "closed",
            history ? "on" : "off",
            rates.get(rates.size() / 2));
      }
    }
  }

  private static double measure(Workload workload, boolean open, boolean withHistory, int seconds)
      throws Exception {
    Path file = Files.createTempDirectory("ceiling").resolve("history.csv.gz");
    KeySequence keys = workload.keySequence();
    try (HistoryRecorder recorder =
        withHistory ? HistoryRecorder.open(file, LANES, System::nanoTime) : null) {
      LoadPlan plan =
          new LoadPlan(
              LANES,
              lane -> {
                OperationStream stream = workload.stream(42, lane, keys);
                return stream::next;
              },
              open
                  ? new LoadPlan.Open(lane -> OFFERED.schedule(42, lane, LANES), 1024)
                  : new LoadPlan.Closed(CLIENTS, 0),
              Levels.fixed(Level.ONE, Level.ONE),
              keys::acknowledge,
              Duration.ofSeconds(seconds),
              Duration.ZERO,
              Duration.ofSeconds(60),
              lane -> recorder == null ? LaneHistory.none() : recorder.lane(lane));
      NullStore store = new NullStore();
      LoadOutcome outcome =
          new LoadDriver(lane -> store, SystemTime.versions(), new SystemTime())
              .drive(plan, second -> {});
      double rate = outcome.completed() / outcome.seconds();
      System.out.printf(
          "%-8s %-8s %,14.0f %14.1f %8.1f s%n",
          open ? "open" : "closed",
          withHistory ? "on" : "off",
          rate,
          outcome.lag().getValueAtPercentile(50) / 1e3,
          recorder == null ? 0 : recorder.blockedNanos() / 1e9);
      return rate;
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(file.getParent());
    }
  }
}
