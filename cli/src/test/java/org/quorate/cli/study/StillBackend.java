package org.quorate.cli.study;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Level;
import org.quorate.study.backend.Backend;
import org.quorate.study.backend.BackendException;
import org.quorate.study.backend.BackendSession;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.Run;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.Environment;
import org.quorate.study.result.HostResult;
import org.quorate.study.result.Latencies;
import org.quorate.study.result.LatencyLog;
import org.quorate.study.result.MachineResult;
import org.quorate.study.result.NodeResult;
import org.quorate.study.result.OperationResult;
import org.quorate.study.result.RunResult;

/**
 * A backend that starts nothing and takes no time. Its throughput, and the power of its one host,
 * are what it was made with, but for a little that changes from run to run.
 *
 * @param throughput operations per second at ONE; at other levels half of that
 * @param joules of a run at ONE, or null for none
 * @param error of the power model behind the joules; 0 for a meter
 * @param runs after which it fails
 * @param lacking what it lacks to run anything, or empty
 */
public record StillBackend(
    double throughput, @Nullable Double joules, double error, int runs, String lacking)
    implements Backend {
  /** One that can do everything and knows nothing of energy. */
  public static StillBackend of(double throughput) {
    return new StillBackend(throughput, null, 0, Integer.MAX_VALUE, "");
  }

  StillBackend drawing(double changedJoules, double changedError) {
    return new StillBackend(throughput, changedJoules, changedError, runs, lacking);
  }

  StillBackend failingAfter(int changedRuns) {
    return new StillBackend(throughput, joules, error, changedRuns, lacking);
  }

  static StillBackend lacking(String what) {
    return new StillBackend(1, null, 0, 0, what);
  }

  Backends alone() {
    return new Backends(List.of(() -> this));
  }

  @Override
  public String name() {
    return "still";
  }

  @Override
  public void check(List<Run> planned, boolean clustersTogether) throws BackendException {
    if (!lacking.isEmpty()) {
      throw new BackendException(lacking);
    }
  }

  @Override
  public BackendSession open(
      ClusterSettings cluster, int session, Path directory, Progress progress) {
    return new Session(session);
  }

  private final class Session implements BackendSession {
    private final int number;

    Session(int number) {
      this.number = number;
    }

    @Override
    public Environment environment() {
      return new Environment(Map.of("server", "of " + throughput + " operations per second"));
    }

    @Override
    public void warmUp(Run run, Progress progress) {}

    @Override
    public RunResult measure(Run run, Path folder, Progress progress) throws BackendException {
      if (run.sequence() > runs) {
        throw new BackendException("a node died.");
      }
      Histogram times = new Histogram(3);
      times.recordValueWithCount(1_000_000, 100);
      try {
        LatencyLog.write(
            folder.resolve(LatencyLog.FILE_NAME), Map.of(LatencyLog.response("READ"), times));
      } catch (IOException e) {
        throw new BackendException("The run cannot be written: " + e.getMessage() + ".", e);
      }
      return result(run, number);
    }

    @Override
    public Optional<EnergyResult> measureIdle(Run run, Path folder, Progress progress) {
      return Optional.empty();
    }

    @Override
    public void close() {}
  }

  /** What it says of a run. */
  public RunResult result(Run run, int session) {
    boolean one = run.settings().readPolicy().fixedLevel().filter(Level.ONE::equals).isPresent();
    double noise = 1 + 0.001 * (run.repetition() % 5);
    Latencies latencies = new Latencies(100, 1.8e6, 1_000_000, 1_000_000, 9_000_000, 9, 9, 9);
    return new RunResult(
        run.sequence(),
        run.repetition(),
        run.cell().levels(),
        session,
        Instant.parse("2026-11-21T10:00:00Z").plusSeconds(run.sequence()),
        0,
        2,
        null,
        throughput * (one ? 1 : 0.5) * noise,
        Latencies.NONE,
        List.of(new OperationResult("READ", 100, 0, Map.of(), latencies, latencies)),
        null,
        List.of(new NodeResult("n1", 0.5, Map.of(), true)),
        List.of(),
        new MachineResult(2, 0.5, 0.1, 0.3, 0.05),
        List.of(),
        List.of(),
        List.of(),
        null,
        null,
        joules == null ? null : energy(joules * noise),
        null,
        null,
        null,
        List.of(),
        null,
        List.of(),
        List.of());
  }

  private EnergyResult energy(double drawn) {
    Instant start = Instant.parse("2026-11-21T10:00:00Z");
    return new EnergyResult(
        start,
        start.plusSeconds(2),
        List.of(
            new HostResult(
                "host1",
                List.of("n1"),
                drawn,
                error > 0 ? HostResult.ESTIMATED : HostResult.MEASURED,
                error,
                error,
                null,
                0,
                List.of(drawn / 2, drawn / 2),
                List.of(),
                null,
                2,
                1,
                0,
                List.of(),
                List.of())));
  }
}
