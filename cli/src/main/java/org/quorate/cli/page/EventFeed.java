package org.quorate.cli.page;

import java.time.Duration;
import java.util.Optional;

/** Events for the readers of a stream, each of which gets what it lacks. Thread-safe. */
public interface EventFeed {
  /**
   * One event.
   *
   * @param id by which a reader says what it has; one line
   * @param type as the reader's script listens for it; one line
   * @param data one line
   * @param isLast whether there will be no other
   */
  record Event(String id, String type, String data, boolean isLast) {}

  /**
   * All that a reader lacks, as one event.
   *
   * @param last id of the last event that the reader has, as the reader says, so anything; empty
   *     text for none
   * @param patience how long to wait where there is nothing new
   * @return empty where nothing was new in that time
   * @throws InterruptedException if the page is closed meanwhile
   */
  Optional<Event> next(String last, Duration patience) throws InterruptedException;
}
