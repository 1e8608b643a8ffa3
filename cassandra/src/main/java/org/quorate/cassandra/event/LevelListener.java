package org.quorate.cassandra.event;

/**
 * Hears of events, on whichever thread makes them: the session's own background thread, one of the
 * driver's for reads that were served weaker or compared, or that of whoever switches, pins or
 * closes. It must be quick, must not wait for the session or for another thread that uses its
 * levels, and may be called by several threads at once.
 */
@FunctionalInterface
public interface LevelListener {
  void heard(LevelEvent event);
}
