/**
 * What deferring writes to HBase buys and costs, on real region servers of this machine: throughput
 * beside the stock client's ways and beside the ceiling that pure batching reaches, the price of
 * each durability, of a wrapper that defers nothing, and of accepting a write where no server holds
 * it up; and what fifty killed processes lose. Run by hand, as all benchmarks.
 *
 * <p>The studies {@code hbase-deferred} and {@code hbase-offload} measure the same servers with a
 * whole workload, exact staleness and energy; here is only what takes minutes.
 */
@NullMarked
package org.quorate.bench.deferral;

import org.jspecify.annotations.NullMarked;
