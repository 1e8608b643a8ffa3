/**
 * The workload: which operation comes next, on which key, with which values. It speaks YCSB: {@link
 * org.quorate.core.workload.WorkloadProperties} reads YCSB's property files, keys have YCSB's
 * names, and the request distributions draw as YCSB's do, its {@code zipfian} (which is not
 * Zipfian) included; {@code zipfian-exact} stands beside it.
 *
 * <p>A {@link org.quorate.core.workload.Workload} is an immutable description. Each load lane takes
 * a stream of its own from it, seeded by the run's seed and the lane, so that a run can be
 * repeated; what lanes share is one {@link org.quorate.core.workload.KeySequence}, without locks.
 *
 * <p>Nothing here knows a store, a clock or a thread: when operations are due is in {@code
 * org.quorate.core.schedule}, and who sends them is in the backends. On the path of an operation
 * nothing is allocated but the operation and its values.
 */
@NullMarked
package org.quorate.core.workload;

import org.jspecify.annotations.NullMarked;
