/**
 * Accepted writes on a local disk, until a server has acknowledged them, so that they outlive the
 * process that accepted them.
 *
 * <p>A {@link org.quorate.hbase.spill.Spill} is told of every write twice: {@code append} returns
 * when it is as durable as asked ({@link org.quorate.hbase.spill.CrashDurability}), {@code
 * acknowledged} makes it needless. {@link org.quorate.hbase.spill.SegmentedSpill} keeps them in a
 * folder of its own below the spill directory: files of records in the order of acceptance, which
 * are deleted once all in them is acknowledged ({@code docs/spill-format.md} has every byte).
 * Records of several threads reach the disk in one write ({@link
 * org.quorate.hbase.spill.GroupCommit}).
 *
 * <p>A folder belongs to whoever holds the lock on its file {@code lock}, which the operating
 * system lets go of when a process ends, however it ends. {@link
 * org.quorate.hbase.spill.SpillDirectory} lists folders, and drains those that nobody holds into a
 * {@link org.quorate.hbase.spill.SpillTarget}, in the order in which their writes were accepted;
 * {@link org.quorate.hbase.spill.RepeatedDrain} does so again and again. A folder names its
 * cluster, and a write the age of its table ({@link org.quorate.hbase.spill.SpillCluster}), so that
 * neither lands where it was not meant to. A record that was cut off by the crash, or a group of
 * them that a power cut tore, was never accepted and is left out; damage anywhere else is an error,
 * and nothing behind it is guessed.
 *
 * <p>Every write must carry its timestamps, so that applying it twice is the same as once: a crash
 * between a server's acknowledgement and its note in the spill has it applied again. Who stamps,
 * defers and retries lives elsewhere; here is only what is on disk.
 */
@NullMarked
package org.quorate.hbase.spill;

import org.jspecify.annotations.NullMarked;
