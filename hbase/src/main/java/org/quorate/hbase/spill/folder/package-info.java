/**
 * Spills as they are on a local disk, written and drained.
 *
 * <p>{@link org.quorate.hbase.spill.folder.SegmentedSpill} keeps writes in a folder of its own
 * below the spill directory: files of records in the order of acceptance, which are deleted once
 * all in them is acknowledged ({@code docs/spill-format.md} has every byte). Records of several
 * threads reach the disk in one write ({@link org.quorate.hbase.spill.folder.GroupCommit}).
 *
 * <p>A folder belongs to whoever holds the lock on its file {@code lock}, which the operating
 * system lets go of when a process ends, however it ends. {@link
 * org.quorate.hbase.spill.folder.SpillDirectory} lists folders, and drains those that nobody holds;
 * {@link org.quorate.hbase.spill.folder.RepeatedDrain} does so again and again. A record that was
 * cut off by the crash, or a group of them that a power cut tore, was never accepted and is left
 * out; damage anywhere else is an error, and nothing behind it is guessed.
 *
 * <p>Beside the folders {@link org.quorate.hbase.spill.folder.KeptStamps} has a file that says how
 * far the timestamps of writes have gone, whether they are still in a spill or not; whoever opens
 * the directory later stamps behind that.
 *
 * <p>Not divided further: writing and draining read the same files, so that a package for either
 * would have the formats and the locks of folders public.
 */
@NullMarked
package org.quorate.hbase.spill.folder;

import org.jspecify.annotations.NullMarked;
