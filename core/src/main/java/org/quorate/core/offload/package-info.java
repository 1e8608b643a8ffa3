/**
 * How many servers should be awake: policies that turn the requests that servers get into a number
 * of servers, so that the others can rest.
 *
 * <p>Write off-loading (Narayanan, Donnelly and Rowstron, "Write Off-Loading: Practical Power
 * Management for Enterprise Storage", FAST 2008) sends the requests of idle disks elsewhere, so
 * that the disks can stop; García-Recuero (2014) proposes the same for idle region servers of
 * HBase. An {@link org.quorate.core.offload.OffloadPolicy} is given an {@link
 * org.quorate.core.offload.OffloadObservation}, that is the requests that each awake server gets,
 * what a server can do, and how long nothing was changed, and makes an {@link
 * org.quorate.core.offload.OffloadDecision}: a number of servers, with the reason.
 *
 * <p>Where servers are nodes that can run on any host of their rack, it is hosts that rest: {@link
 * org.quorate.core.offload.Consolidation} says which nodes then run where.
 *
 * <p>Pure: no clock, no threads, no store. Which servers rest, what becomes of their data, and what
 * resting means, is decided by whoever asks. Rates are in requests per second, times in seconds.
 */
@NullMarked
package org.quorate.core.offload;

import org.jspecify.annotations.NullMarked;
