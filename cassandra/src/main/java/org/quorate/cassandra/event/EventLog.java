package org.quorate.cassandra.event;

import org.quorate.cassandra.event.LevelEvent.Kind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes events to the log {@code org.quorate.cassandra}: what is usual as information, what
 * somebody may want to mend as a warning. Thread-safe.
 */
public final class EventLog implements LevelListener {
  private static final Logger LOG = LoggerFactory.getLogger("org.quorate.cassandra");

  @Override
  public void heard(LevelEvent event) {
    Kind kind = event.kind();
    if (kind == Kind.LEVEL_CHANGED || kind == Kind.MONITOR_BACK || kind == Kind.SWITCHED) {
      LOG.info("{}", event);
    } else {
      LOG.warn("{}", event);
    }
  }
}
