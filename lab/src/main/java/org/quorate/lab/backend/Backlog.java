package org.quorate.lab.backend;

import java.util.Optional;
import org.quorate.study.backend.BackendException;

/** What servers still do for requests that are over. Used by one thread. */
public interface Backlog extends AutoCloseable {
  /**
   * Something that a server still has to do, as {@code node2 has 3 compactions to do}; empty where
   * nothing is found.
   */
  Optional<String> left() throws BackendException;

  /** Lets go of the servers. Never throws. */
  @Override
  void close();
}
