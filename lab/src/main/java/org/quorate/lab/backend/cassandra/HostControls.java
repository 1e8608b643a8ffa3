package org.quorate.lab.backend.cassandra;

import org.quorate.lab.engine.EngineException;

/** What is done with hosts, and who is told of it; on the thread that looks after them. */
interface HostControls {
  /**
   * Another number of a rack's hosts should be on, which is brought about from now on.
   *
   * @param reason one sentence
   */
  void chosen(String reason);

  /** Moves a node, running as it is, to another host of its rack. */
  void move(String node, int host) throws EngineException, InterruptedException;

  /** A host has no node any more, and goes off. */
  void rests(int host);

  /** A host that was off begins to boot. */
  void boots(int host);

  /** A host has booted, and is about to get nodes. */
  void isOn(int host);

  /**
   * Hosts that have booted have their nodes, so many seconds after the first of them was wanted.
   */
  void served(double seconds);
}
