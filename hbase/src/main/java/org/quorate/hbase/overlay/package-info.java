/**
 * What a session wrote and no server has acknowledged yet, laid over what servers answer, so that a
 * session reads its own writes while they are deferred.
 *
 * <p>An {@link org.quorate.hbase.overlay.Overlay} holds the pending mutations of one session on one
 * table. A get takes those of its row <em>before</em> it asks the server, and merges them into the
 * answer after ({@link org.quorate.hbase.overlay.RowMerge}): a write that was pending then is seen,
 * whether it has reached the server meanwhile or not, since with its timestamp it is the same
 * version either way; and a write that was no longer pending had been acknowledged, so that the
 * server's answer has it. Hence a session never sees less than it wrote, nor less than it saw.
 *
 * <p>The merge does what a region server would once it had the mutations: the versions of a column
 * by their timestamps, selected by families, columns and time ranges, up to the number of versions
 * that the read and the family allow, not older than the family's time to live. Where that cannot
 * be done exactly ({@link org.quorate.hbase.overlay.Exactness}) the caller must flush the rows
 * before it reads: scans, gets with filters, limits within rows or authorizations, deletes, writes
 * with a time to live, an access list or visibility labels, families with unusual treatment of
 * deletes.
 *
 * <p>One thing the overlay cannot know: delete markers that servers have. A pending put that an
 * earlier marker with a later timestamp hides is seen until it is acknowledged. With timestamps
 * given by deferral that takes a rival whose clock is ahead. For the same reason a row of which a
 * read has seen something later than what is pending must be flushed before the read returns
 * ({@link org.quorate.hbase.overlay.RowMerge#overtaken}): if a rival deleted the later version, the
 * pending one would be seen again.
 */
@NullMarked
package org.quorate.hbase.overlay;

import org.jspecify.annotations.NullMarked;
