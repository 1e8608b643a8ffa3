/**
 * What is said of accepted writes that are kept on a local disk until a server has acknowledged
 * them, so that they outlive the process that accepted them.
 *
 * <p>A {@link org.quorate.hbase.spill.Spill} is told of every write twice: {@code append} returns
 * when it is as durable as asked ({@link org.quorate.hbase.spill.CrashDurability}), {@code
 * acknowledged} makes it needless. What a process leaves is drained into a {@link
 * org.quorate.hbase.spill.SpillTarget}, in the order in which its writes were accepted. A spill
 * names its cluster, and a write the age of its table ({@link
 * org.quorate.hbase.spill.SpillCluster}), so that neither lands where it was not meant to.
 *
 * <p>Every write must carry its timestamps, so that applying it twice is the same as once: a crash
 * between a server's acknowledgement and its note in the spill has it applied again. Who stamps,
 * defers and retries lives elsewhere; the files are {@code folder}'s, which this package does not
 * know.
 */
@NullMarked
package org.quorate.hbase.spill;

import org.jspecify.annotations.NullMarked;
