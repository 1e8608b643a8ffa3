package org.quorate.lab.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.quorate.core.schedule.RateChange;
import org.quorate.study.backend.BackendException;
import org.quorate.study.fault.Fault;
import org.quorate.study.fault.FaultEvent;
import org.quorate.study.fault.LoadFault;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.FaultResult;

/**
 * The faults of one run while it is measured, on threads of their own. Used by one thread, but for
 * {@link #failure()}.
 */
public final class RunningFaults implements AutoCloseable {
  private final List<FaultEvent> events;
  private final FaultTimeLine line;
  private final ExecutorService threads;
  private @Nullable Future<?> following;

  private RunningFaults(List<FaultEvent> events, FaultTimeLine line, ExecutorService threads) {
    this.events = List.copyOf(events);
    this.line = line;
    this.threads = threads;
  }

  /** The faults of a run that has none. */
  public static RunningFaults none() {
    return of(
        List.of(),
        new ClusterFaults() {
          @Override
          public void prepare(List<FaultEvent> none) {}

          @Override
          public void bringAbout(Fault none) {}

          @Override
          public void makeWhole(Progress progress) {}
        });
  }

  /**
   * Does nothing yet.
   *
   * @param events in the order of their time
   */
  public static RunningFaults of(List<FaultEvent> events, ClusterFaults cluster) {
    ExecutorService threads =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "fault");
              thread.setDaemon(true);
              return thread;
            });
    return new RunningFaults(
        events, new FaultTimeLine(events, cluster, FaultClock.system(), threads), threads);
  }

  /**
   * Begins to follow the time line.
   *
   * @param startNanos the instant at which the run begins, by {@link System#nanoTime}
   */
  public void begin(long startNanos) {
    following =
        threads.submit(
            () -> {
              line.follow(startNanos);
              return line;
            });
  }

  /** What is done to the load, which its schedule has at its very instants. */
  public List<RateChange> rateChanges() {
    List<RateChange> changes = new ArrayList<>();
    for (FaultEvent event : events) {
      if (event.fault() instanceof LoadFault load) {
        changes.add(new RateChange(event.at(), load.factor()));
      }
    }
    return changes;
  }

  /** Why a fault could not be brought about, as soon as that is known. Any thread. */
  public Optional<String> failure() {
    return line.failure().map(failure -> String.valueOf(failure.getMessage()));
  }

  /**
   * Waits until all of the time line is in effect.
   *
   * @return what was done, in the order of its beginning
   * @throws BackendException when a fault could not be brought about
   */
  public List<FaultResult> end() throws BackendException, InterruptedException {
    Future<?> begun = following;
    if (begun != null) {
      try {
        begun.get();
        line.awaitDone();
      } catch (ExecutionException e) {
        throw new IllegalStateException(e.getCause());
      }
    }
    Optional<BackendException> failure = line.failure();
    if (failure.isPresent()) {
      throw failure.get();
    }
    return line.results();
  }

  /** Leaves off whatever is under way. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
