package org.quorate.lab.backend.cassandra;

import org.quorate.cassandra.propagation.PropagationReading;
import org.quorate.core.staleness.Evidence;

/**
 * What a process has itself learnt of a table in a run, whatever others told it.
 *
 * @param propagation the newest time that it measured
 */
record Learnt(Evidence evidence, PropagationReading propagation) {}
