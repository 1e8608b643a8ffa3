package org.quorate.lab.fault;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.quorate.study.backend.BackendException;
import org.quorate.study.fault.Fault;
import org.quorate.study.fault.FaultEvent;
import org.quorate.study.fault.HintWindowFault;
import org.quorate.study.fault.HintsFault;
import org.quorate.study.fault.LinkFault;
import org.quorate.study.fault.LoadFault;
import org.quorate.study.fault.NodeFault;
import org.quorate.study.result.FaultResult;

/**
 * Begins every fault of a run at its instant, whatever those before it take: a server may still be
 * starting when the next one is killed. What is done to the same server, to links, to hints or to
 * the ring comes one after the other. Followed by one thread; {@link #failure} may be asked by any.
 */
final class FaultTimeLine {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final String RING = "ring";
  private static final String LINKS = "links";
  private static final String HINTS = "hints";
  private static final String LOAD = "load";

  private final List<FaultEvent> events;
  private final ClusterFaults cluster;
  private final FaultClock clock;
  private final Executor executor;
  private final Map<String, CompletableFuture<Void>> newest = new HashMap<>();
  private final Map<Integer, FaultResult> results = new TreeMap<>();
  private final AtomicReference<@Nullable BackendException> failure = new AtomicReference<>();

  /**
   * @param events in the order of their time
   * @param executor each fault is brought about on a thread of it
   */
  FaultTimeLine(
      List<FaultEvent> events, ClusterFaults cluster, FaultClock clock, Executor executor) {
    this.events = List.copyOf(events);
    this.cluster = cluster;
    this.clock = clock;
    this.executor = executor;
  }

  /**
   * Begins every fault; ends when the last has begun, or one could not be brought about.
   *
   * @param startNanos the instant at which the run begins
   */
  void follow(long startNanos) throws InterruptedException {
    for (int i = 0; i < events.size(); i++) {
      FaultEvent event = events.get(i);
      clock.await(startNanos + event.at().toNanos());
      if (failure.get() != null) {
        return;
      }
      int number = i;
      List<String> lanes = lanes(event.fault());
      CompletableFuture<Void> begun =
          all(lanes.stream().map(newest::get).filter(Objects::nonNull).toList())
              .thenRunAsync(() -> bringAbout(number, startNanos), executor);
      lanes.forEach(lane -> newest.put(lane, begun));
    }
  }

  /** Ends when everything that was begun is in effect, or could not be brought about. */
  void awaitDone() throws InterruptedException {
    try {
      all(newest.values()).get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private static CompletableFuture<Void> all(Collection<CompletableFuture<Void>> futures) {
    return CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new));
  }

  /** Faults that have a name in common wait for each other. */
  private static List<String> lanes(Fault fault) {
    if (fault instanceof NodeFault node) {
      return switch (node.deed()) {
        case ADD, REMOVE -> List.of(node.target(), RING);
        default -> List.of(node.target());
      };
    } else if (fault instanceof LinkFault) {
      return List.of(LINKS);
    } else if (fault instanceof HintsFault || fault instanceof HintWindowFault) {
      return List.of(HINTS);
    }
    return List.of(LOAD);
  }

  private void bringAbout(int number, long startNanos) {
    if (failure.get() != null) {
      return;
    }
    FaultEvent event = events.get(number);
    Fault fault = event.fault();
    double planned = event.at().toNanos() / NANOS_PER_SECOND;
    double begun = (clock.nanoTime() - startNanos) / NANOS_PER_SECOND;
    try {
      cluster.bringAbout(fault);
    } catch (BackendException e) {
      failure.compareAndSet(null, e);
      return;
    } catch (InterruptedException e) {
      // Also when a server that the fault needs is stopped; when all is left off nobody asks.
      failure.compareAndSet(null, interrupted(fault, e));
      Thread.currentThread().interrupt();
      return;
    }
    double done = (clock.nanoTime() - startNanos) / NANOS_PER_SECOND;
    // The schedule of arrivals has the change at its very instant.
    boolean ofLoad = fault instanceof LoadFault;
    synchronized (results) {
      results.put(
          number,
          new FaultResult(
              fault.kind(),
              fault.target(),
              planned,
              ofLoad ? planned : begun,
              ofLoad ? planned : done));
    }
  }

  private static BackendException interrupted(Fault fault, InterruptedException cause) {
    String reason = cause.getMessage();
    return new BackendException(
        "The fault \""
            + fault.text()
            + "\" was interrupted before it was in effect"
            + (reason == null ? "." : ": " + reason),
        cause);
  }

  /** What is in effect so far, in the order of its beginning. */
  List<FaultResult> results() {
    synchronized (results) {
      return results.values().stream()
          .sorted(Comparator.comparingDouble(FaultResult::begunSecond))
          .toList();
    }
  }

  /** The first fault that could not be brought about; after it none is begun. */
  Optional<BackendException> failure() {
    return Optional.ofNullable(failure.get());
  }
}
