/**
 * Clusters of HBase that a study starts on this machine, as a session measures them: which clusters
 * can be asked for, how tables are made and where their regions go, what runs send to, and what
 * region servers count.
 *
 * <p>The nodes of such a cluster are its region servers. A table is split beforehand, so that every
 * server holds as many regions of as many rows as any other, and neither splits nor moves during a
 * measurement, unless the study is about servers that rest: then {@link
 * org.quorate.lab.backend.hbase.HBaseOffloading} has as many of them awake as what they count says
 * that the load needs. HBase's client blocks, so every client of a run has a thread and a store of
 * its own. Rows have one replica that answers: there are no levels, and no monitor that chooses
 * one.
 *
 * <p>How requests are made is the business of {@code org.quorate.lab.store.hbase}, how servers are
 * started that of {@code org.quorate.lab.hbase}.
 */
@NullMarked
package org.quorate.lab.backend.hbase;

import org.jspecify.annotations.NullMarked;
