package org.quorate.cassandra.event;

/**
 * Hears of events. Called on the session's own background thread, or for reads that were served
 * weaker on a thread of the driver: it must be quick, and must not wait for the session.
 */
@FunctionalInterface
public interface LevelListener {
  void heard(LevelEvent event);
}
