package org.quorate.lab.counter;

import java.util.List;

/** Reads what a cluster's servers count for one table. Used by one thread at a time. */
public interface CounterReader extends AutoCloseable {
  /** Reads all servers now; one that does not answer has no reading. */
  CounterSnapshot read() throws InterruptedException;

  /** Why counts are left out that servers have, in sentences for people. */
  default List<String> notes() {
    return List.of();
  }

  @Override
  void close();
}
