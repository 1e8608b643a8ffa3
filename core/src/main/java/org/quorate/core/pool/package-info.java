/**
 * Hot and cold pools, section V of Chihoub et al., "Exploring Energy-Consistency Trade-offs in
 * Cassandra Cloud Storage System" (SBAC-PAD 2015): a part of the nodes, the hot ones, coordinates
 * all requests and owns larger ranges of the ring; the cold ones have less to do.
 *
 * <p>A {@link org.quorate.core.pool.PoolLayout} is what somebody asks for, whatever the size of the
 * cluster; {@link org.quorate.core.pool.PoolPlan} is what it comes to on a ring of so many nodes:
 * which are hot, what each owns, and what follows for replicas. {@link
 * org.quorate.core.pool.PrimaryRanges} goes the other way, from the tokens of a ring to what each
 * node owns.
 *
 * <p>Pure arithmetic. How tokens are written into a server's configuration, and how requests are
 * kept to the hot nodes, is for those who have a cluster.
 */
@NullMarked
package org.quorate.core.pool;

import org.jspecify.annotations.NullMarked;
