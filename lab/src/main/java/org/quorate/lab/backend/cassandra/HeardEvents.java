package org.quorate.lab.backend.cassandra;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.event.LevelListener;
import org.quorate.study.result.RunEvent;

/**
 * What a session tells of while it is watched: its problems, from the beginning, and how replicas
 * stand, while a run is measured. Of either the first ones are kept. Thread-safe.
 */
final class HeardEvents implements LevelListener {
  private static final int MOST_PROBLEMS = 5;
  private static final int MOST_EVENTS = 100;
  private static final double NANOS = 1e9;

  private final LongSupplier nanoTime;
  private final List<String> problems = new ArrayList<>();
  private final List<Heard> events = new ArrayList<>();
  private boolean measured;
  private int losses;

  private record Heard(long atNanos, String sentence) {}

  HeardEvents(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  @Override
  public synchronized void heard(LevelEvent event) {
    switch (event.kind()) {
      case MONITOR_LOST -> losses++;
      case REPLICA_BEHIND, REPLICA_FRESH, REPLICA_SLOW -> {
        if (measured && events.size() < MOST_EVENTS) {
          events.add(new Heard(nanoTime.getAsLong(), event.reason()));
        }
      }
      case SOURCE_PROBLEM, EVIDENCE -> {
        if (!problems.contains(event.reason()) && problems.size() < MOST_PROBLEMS) {
          problems.add(event.reason());
        }
      }
      default -> {
        // What levels do stands in the run's readings.
      }
    }
  }

  /** Hears what another session tells beside, but for replicas: the first tells how they stand. */
  LevelListener ofAnother() {
    return event -> {
      switch (event.kind()) {
        case REPLICA_BEHIND, REPLICA_FRESH, REPLICA_SLOW -> {
          // They would be told of once for each session.
        }
        default -> heard(event);
      }
    };
  }

  /** The measured interval begins. */
  synchronized void begin() {
    measured = true;
  }

  /** The measured interval has ended. */
  synchronized void end() {
    measured = false;
  }

  /** How replicas stood in the measured interval, in the order of its time. */
  synchronized List<RunEvent> events(long startNanos) {
    return events.stream()
        .map(event -> new RunEvent(Math.max(0, event.atNanos - startNanos) / NANOS, event.sentence))
        .toList();
  }

  /** In sentences. */
  synchronized List<String> problems() {
    String lost =
        "The monitor knew nothing recent "
            + losses
            + (losses == 1 ? " time" : " times")
            + ", and reads went out at the safe level meanwhile.";
    return Stream.concat(problems.stream(), losses > 0 ? Stream.of(lost) : Stream.empty()).toList();
  }
}
