package org.quorate.hbase.deferral;

import org.jspecify.annotations.Nullable;

/** Learns what becomes of one write that was accepted, instead of its account. */
@FunctionalInterface
public interface WriteListener {
  /**
   * Called once, on the thread on which the answer came: it must not wait for anything.
   *
   * @param refused why the write was given up, or null if a server has it
   */
  void done(@Nullable Throwable refused);
}
