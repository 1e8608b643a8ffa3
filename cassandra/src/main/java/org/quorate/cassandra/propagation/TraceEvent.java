package org.quorate.cassandra.propagation;

import java.util.OptionalInt;
import org.quorate.cassandra.access.NodeAddress;

/**
 * One row of {@code system_traces.events}.
 *
 * @param source the node that it happened at
 * @param activity what happened, in the server's words
 * @param elapsedMicros since the node first heard of the request, on its own clock; empty where it
 *     had forgotten that by then
 */
record TraceEvent(NodeAddress source, String activity, OptionalInt elapsedMicros) {}
