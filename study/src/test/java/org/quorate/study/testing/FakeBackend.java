package org.quorate.study.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.zip.GZIPOutputStream;
import org.HdrHistogram.Histogram;
import org.quorate.core.level.Level;
import org.quorate.core.policy.StaticPolicy;
import org.quorate.study.backend.Backend;
import org.quorate.study.backend.BackendException;
import org.quorate.study.backend.BackendSession;
import org.quorate.study.backend.UnknownEnergyException;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.Run;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.CapResult;
import org.quorate.study.result.Counter;
import org.quorate.study.result.DecisionPoint;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.Environment;
import org.quorate.study.result.FaultResult;
import org.quorate.study.result.HostResult;
import org.quorate.study.result.Latencies;
import org.quorate.study.result.LatencyLog;
import org.quorate.study.result.MachineResult;
import org.quorate.study.result.MonitorResult;
import org.quorate.study.result.NodeResult;
import org.quorate.study.result.OperationResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.SecondReadResult;
import org.quorate.study.result.TimePoint;

/**
 * A backend that measures nothing: throughput falls with the read level, and reads at ONE after
 * writes at ONE are stale, as its histories show. It notes what it was asked, and can be made to
 * fail at any step.
 */
public final class FakeBackend implements Backend {
  private static final double[] THROUGHPUT = {2000, 1500, 1200};

  private final List<String> calls = new ArrayList<>();
  private final List<Run> measured = new ArrayList<>();
  private int steps;
  private int failingStep = Integer.MAX_VALUE;
  private Function<String, Exception> failure = BackendException::new;
  private double shortestDelayWithStaleReads;
  private int openSessions;
  private String lacking = "";
  private boolean failingToClose;
  private final List<Integer> unknownEnergies = new ArrayList<>();
  private int measurings;
  private boolean idleUnknown;
  private List<FaultResult> faults = List.of();

  /** Fails at the n-th step from now, counted from 1: opening, warming up or measuring. */
  public FakeBackend failingAt(int step, Function<String, Exception> how) {
    failingStep = step;
    failure = how;
    steps = 0;
    return this;
  }

  /** Does not know the energy of runs: of the first, second, ... that it measures, from now on. */
  public FakeBackend withoutEnergyOf(List<Integer> measurings) {
    this.measurings = 0;
    unknownEnergies.addAll(measurings);
    return this;
  }

  /** Has faults in every run. */
  public FakeBackend harmedBy(List<FaultResult> ofEveryRun) {
    faults = ofEveryRun;
    return this;
  }

  /** Never knows an idle baseline. */
  public FakeBackend withoutIdle() {
    idleUnknown = true;
    return this;
  }

  /** Refuses whatever it is asked. */
  public FakeBackend lacking(String what) {
    lacking = what;
    return this;
  }

  /** Closes every session, and fails to each time. */
  public FakeBackend failingToClose() {
    failingToClose = true;
    return this;
  }

  public FakeBackend staleFrom(double milliseconds) {
    shortestDelayWithStaleReads = milliseconds;
    return this;
  }

  /** What was asked of it, such as {@code open 1}, {@code warm-up read ONE}, {@code measure 3}. */
  public List<String> calls() {
    return calls;
  }

  /** The runs whose measuring was begun and did not fail. */
  public List<Run> measured() {
    return measured;
  }

  public int openSessions() {
    return openSessions;
  }

  @Override
  public String name() {
    return "fake";
  }

  @Override
  public void check(List<Run> runs, boolean clustersTogether) throws BackendException {
    calls.add("check " + runs.size() + (clustersTogether ? " together" : ""));
    if (!lacking.isEmpty()) {
      throw new BackendException(lacking);
    }
  }

  @Override
  public BackendSession open(
      ClusterSettings cluster, int session, Path directory, Progress progress)
      throws BackendException, InterruptedException {
    calls.add("open " + session);
    step("the cluster did not start.");
    openSessions++;
    return new Session(session, directory);
  }

  private void step(String problem) throws BackendException, InterruptedException {
    if (++steps == failingStep) {
      Exception exception = failure.apply(problem);
      if (exception instanceof BackendException backend) {
        throw backend;
      }
      if (exception instanceof InterruptedException interruption) {
        throw interruption;
      }
      throw (RuntimeException) exception;
    }
  }

  private final class Session implements BackendSession {
    private final int number;
    private final Path directory;
    private long clock = 1_000_000_000_000L;

    Session(int number, Path directory) {
      this.number = number;
      this.directory = directory;
    }

    @Override
    public Environment environment() {
      return new Environment(Map.of("server", "none at all"));
    }

    @Override
    public void warmUp(Run run, Progress progress) throws BackendException, InterruptedException {
      calls.add("warm-up " + run.cell().label());
      step("a node died.");
      if (run.settings().history()) {
        writeHistory(directory.resolve("warm-up-" + run.sequence() + ".csv.gz"), false);
      }
    }

    @Override
    public RunResult measure(Run run, Path folder, Progress progress)
        throws BackendException, InterruptedException {
      calls.add("measure " + run.sequence());
      try {
        Files.writeString(folder.resolve("begun"), "");
        step("a node died.");
        RunResult result = result(run);
        boolean stale =
            run.settings().readPolicy().equals(new StaticPolicy(Level.ONE))
                && run.settings().writeLevel() == Level.ONE
                && delay(run) >= shortestDelayWithStaleReads;
        if (run.settings().history()) {
          writeHistory(folder.resolve("history.csv.gz"), stale);
        }
        Histogram latency = new Histogram(3);
        latency.recordValueWithCount(1_000_000, 90);
        latency.recordValueWithCount(9_000_000, 10);
        LatencyLog.write(
            folder.resolve(LatencyLog.FILE_NAME),
            Map.of(LatencyLog.response("READ"), latency, LatencyLog.service("READ"), latency));
        measurings++;
        if (unknownEnergies.contains(measurings)) {
          throw new UnknownEnergyException("The energy of host1 is not known: a gap of 9.0 s.");
        }
        measured.add(run);
        return result;
      } catch (IOException e) {
        throw new BackendException("The run cannot be written: " + e.getMessage() + ".", e);
      }
    }

    private static double delay(Run run) {
      String delay = run.settings().linkDelay();
      return delay.equals("none") ? 0 : Double.parseDouble(delay.replace("ms", ""));
    }

    @Override
    public void pause() {
      calls.add("pause " + number);
    }

    @Override
    public void resume(Progress progress) {
      calls.add("resume " + number);
    }

    @Override
    public Optional<EnergyResult> measureIdle(Run run, Path folder, Progress progress)
        throws UnknownEnergyException {
      calls.add("idle " + number);
      if (idleUnknown) {
        throw new UnknownEnergyException("The counter did not move in 3.0 s.");
      }
      return Optional.of(energy(30));
    }

    private static EnergyResult energy(double watts) {
      Instant from = Instant.parse("2026-11-21T10:00:00Z");
      HostResult host =
          new HostResult(
              "host1",
              List.of("n1"),
              2 * watts,
              HostResult.ESTIMATED,
              0.4,
              0.2,
              0.3,
              0,
              List.of(watts, watts),
              List.of(0.5, 0.5),
              0.5,
              8,
              0.25,
              0,
              List.of(),
              List.of());
      return new EnergyResult(from, from.plusSeconds(2), List.of(host));
    }

    private RunResult result(Run run) {
      double throughput =
          THROUGHPUT[
                  switch (run.settings().readPolicy().fixedLevel().orElse(Level.ONE)) {
                    case ONE -> 0;
                    case QUORUM -> 1;
                    default -> 2;
                  }]
              + run.repetition() * 10
              + run.sequence() % 3;
      Latencies latencies = new Latencies(100, 1.8e6, 1_000_000, 1_000_000, 9_000_000, 9, 9, 9);
      return new RunResult(
          run.sequence(),
          run.repetition(),
          run.cell().levels(),
          number,
          Instant.parse("2026-11-21T10:00:00Z").plusSeconds(Math.max(0, run.sequence())),
          clock,
          2,
          null,
          throughput,
          Latencies.NONE,
          List.of(new OperationResult("READ", 100, 0, Map.of(), latencies, latencies)),
          null,
          List.of(new NodeResult("n1", 0.5, Map.of(Counter.REPLICA_READS, 100L), true)),
          List.of(),
          new MachineResult(2, 0.5, 0.1, 0.3, 0.05),
          List.of(new TimePoint(0, 50, 0, 0, 0, 9), new TimePoint(1, 50, 0, 0, 0, 9)),
          List.of(),
          List.of(),
          run.settings().monitor() == null ? null : watched(),
          run.settings().secondRead() == null
              ? null
              : new SecondReadResult(run.settings().secondRead().name(), 100, 25),
          run.settings().power() == null ? null : energy(50),
          run.settings().coldCap() == RunSettings.NO_CAP
              ? null
              : new CapResult("processor quota", run.settings().coldCap(), 0.51, "2 nodes"),
          null,
          null,
          List.of(),
          null,
          faults,
          List.of());
    }

    private MonitorResult watched() {
      Map<String, Double> atOne = Map.of("harmony", 1.5, "random-read", 0.1);
      Map<String, Double> atLevel = Map.of("harmony", 0.0, "random-read", 0.0);
      return new MonitorResult(
          "counters of nobody",
          "network",
          "half of nothing",
          atOne,
          atLevel,
          Map.of("ONE", 0.25, "ALL", 0.75),
          Map.of(MonitorResult.PAIRED, 12L, MonitorResult.STUDY, 30L),
          List.of(
              new DecisionPoint(
                  0.5,
                  100,
                  100,
                  Double.NaN,
                  atOne,
                  atLevel,
                  Map.of(),
                  Map.of(),
                  "ALL",
                  "It must.")));
    }

    /** A write, a second write and three reads of one key; the second read is stale or not. */
    private void writeHistory(Path file, boolean stale) {
      Map<String, Long> version = new LinkedHashMap<>();
      version.put("old", clock);
      version.put("new", clock + 10);
      String text =
          "op,key,version,invoke_ns,complete_ns,client,level,outcome\n"
              + line("write", version.get("old"), clock + 1, clock + 2)
              + line("write", version.get("new"), clock + 10, clock + 20)
              + line("read", version.get("new"), clock + 30, clock + 40)
              + line("read", version.get(stale ? "old" : "new"), clock + 50, clock + 60)
              + line("read", version.get("new"), clock + 70, clock + 80);
      clock += 2_000_000_000L;
      try (OutputStream stream = new GZIPOutputStream(Files.newOutputStream(file))) {
        stream.write(text.getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }

    private static String line(String operation, long version, long invoke, long complete) {
      return operation + ",user1," + version + "," + invoke + "," + complete + ",c1,ONE,ok\n";
    }

    @Override
    public void close() {
      openSessions--;
      if (failingToClose) {
        throw new IllegalStateException("session " + number + " cannot be closed");
      }
    }
  }
}
