package org.quorate.load;

import org.quorate.core.level.Level;

/** Which levels the next operation is sent at. Implementations are thread-safe and do not block. */
public interface Levels {
  /** The level of reads: that of the next, unless a session chooses it. */
  Level read();

  Level write();

  /**
   * Whether the session that reads are sent through chooses their levels, read by read, and tells
   * them afterwards; scans are sent at {@link #read()} all the same.
   */
  default boolean isChosenBySession() {
    return false;
  }

  /** A read or scan is over that was sent at this level. */
  default void sent(Level level) {}

  /** The same levels for every operation. */
  static Levels fixed(Level read, Level write) {
    record Fixed(Level read, Level write) implements Levels {}
    return new Fixed(read, write);
  }
}
