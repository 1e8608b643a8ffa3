package org.quorate.load.store;

import org.quorate.core.level.Level;

/** A completion of a read whose level somebody else than its sender has chosen. */
public interface ChosenCompletion extends Completion {
  /** The level that the read was sent at; told at most once, before its completion. */
  void sentAt(Level level);
}
