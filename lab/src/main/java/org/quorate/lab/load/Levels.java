package org.quorate.lab.load;

import org.quorate.core.level.Level;

/** Which levels the next operation is sent at. Implementations are thread-safe and do not block. */
public interface Levels {
  Level read();

  Level write();

  /** The same levels for every operation. */
  static Levels fixed(Level read, Level write) {
    record Fixed(Level read, Level write) implements Levels {}
    return new Fixed(read, write);
  }
}
