/**
 * Faults in the middle of a run: a {@link org.quorate.lab.fault.FaultTimeLine} begins each at its
 * instant and notes when it was in effect; what one means for a cluster, and how the cluster is
 * made whole again, is behind {@link org.quorate.lab.fault.ClusterFaults}. What is done to
 * processes and links is the same for every store, in {@link org.quorate.lab.fault.ServerFaults}.
 *
 * <p>Nothing here knows a store, or how a run is measured.
 */
@NullMarked
package org.quorate.lab.fault;

import org.jspecify.annotations.NullMarked;
