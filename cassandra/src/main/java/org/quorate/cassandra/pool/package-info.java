/**
 * Hot coordinators: a load balancing policy for the driver that sends requests to the hot nodes of
 * a cluster only, so that cold ones have little to do. {@link
 * org.quorate.cassandra.pool.HotPoolLoadBalancingPolicy} is named in the driver's configuration and
 * needs no code; {@link org.quorate.cassandra.pool.HotPoolOption} has its options.
 *
 * <p>Which nodes are hot is a {@code HotNodeRule}: those of a list, or those that own more of the
 * ring than the mean. Rules look at the driver's metadata when these change, never at a request.
 *
 * <p>Nothing here plans tokens, measures energy or chooses levels, and nothing else of the library
 * depends on it.
 */
@NullMarked
package org.quorate.cassandra.pool;

import org.jspecify.annotations.NullMarked;
