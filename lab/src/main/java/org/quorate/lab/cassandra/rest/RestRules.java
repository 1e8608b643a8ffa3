package org.quorate.lab.cassandra.rest;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.quorate.core.rest.RestDecision.MayRest;
import org.quorate.lab.engine.EngineException;

/** What the cluster allows, as it is when it is asked. */
interface RestRules {
  /**
   * Decides whether nodes may rest now.
   *
   * @throws EngineException when they may not, with the reason
   */
  MayRest check(Set<String> wanted) throws EngineException, InterruptedException;

  /**
   * The shortest time for which a table of nodes remembers deletions.
   *
   * @param nodes that rest
   */
  Duration leastGrace(Set<String> nodes) throws EngineException, InterruptedException;

  /**
   * Why hints may not have brought all that a node missed, part of a sentence; empty where they
   * have.
   */
  Optional<String> hintsLack(String node, RestEntry rest)
      throws EngineException, InterruptedException;
}
