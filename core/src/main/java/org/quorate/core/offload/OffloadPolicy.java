package org.quorate.core.offload;

/** Decides how many servers should be awake. Stateless. */
@FunctionalInterface
public interface OffloadPolicy {
  /** How many servers should be awake from now on. */
  OffloadDecision decide(OffloadObservation observation);
}
