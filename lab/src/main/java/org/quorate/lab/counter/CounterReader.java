package org.quorate.lab.counter;

/** Reads what a cluster's servers count for one table. Used by one thread at a time. */
public interface CounterReader extends AutoCloseable {
  /** Reads all servers now; one that does not answer has no reading. */
  CounterSnapshot read() throws InterruptedException;

  @Override
  void close();
}
