package org.quorate.cassandra.session;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where this library itself fails on the way of a request, which is sent all the same, as if the
 * library were not there. Each kind of failure is told once, and is in the log with the place where
 * it happened. Thread-safe.
 */
final class OwnFaults {
  private static final Logger LOG = LoggerFactory.getLogger(OwnFaults.class);

  private final Events events;
  private final Set<Class<?>> told = ConcurrentHashMap.newKeySet();

  OwnFaults(Events events) {
    this.events = events;
  }

  /** Tells of a failure; throws nothing. */
  void tell(RuntimeException failure) {
    if (!told.add(failure.getClass())) {
      return;
    }
    LOG.warn("A request was sent as if Quorate were not there.", failure);
    try {
      events.tell(
          Kind.SOURCE_PROBLEM,
          null,
          null,
          null,
          "A request was sent as if Quorate were not there, since Quorate itself failed: "
              + failure.getClass().getSimpleName()
              + ": "
              + failure.getMessage()
              + ". Please report it with the log.");
    } catch (RuntimeException e) {
      LOG.warn("What failed could not be told.", e);
    }
  }

  /** Does something for each, whatever becomes of the others. */
  <T> void forEach(List<T> all, Consumer<T> what) {
    for (T each : all) {
      try {
        what.accept(each);
      } catch (RuntimeException e) {
        tell(e);
      }
    }
  }
}
