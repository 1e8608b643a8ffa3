package org.quorate.lab.cassandra.rest;

import java.util.Map;
import org.quorate.core.rest.NodeCount;
import org.quorate.core.rest.RestDecision;
import org.quorate.core.rest.RestDecision.MayRest;
import org.quorate.lab.engine.EngineException;

/** A gear of a running cluster: what can be seen of it, and what can be done to it as a whole. */
interface GearControls {
  /** What the rows allow now; what cannot be found out they do not allow. */
  RestDecision verdict() throws InterruptedException;

  /** What each node that answers has executed since its start, by its name. */
  Map<String, NodeCount> executed() throws InterruptedException;

  /** {@link RestSteps#rest}. */
  MayRest rest() throws EngineException, InterruptedException;

  /** {@link RestSteps#wake}, repaired where that is needed. */
  void wake() throws EngineException, InterruptedException;
}
