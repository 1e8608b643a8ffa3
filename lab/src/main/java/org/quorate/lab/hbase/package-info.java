/**
 * Apache HBase as an engine: which jars a version consists of, how ZooKeeper, the master and the
 * region servers are configured to be small and to share one machine, and how they show that they
 * are ready. Region servers are the cluster's nodes; ZooKeeper and the master are its services,
 * which hold no rows, and so are the servers of HDFS where files are kept there. What is the same
 * for other stores lives in {@code org.quorate.lab.engine.local}.
 *
 * <p>Unless HDFS is asked for, servers keep their files in one folder of this machine through
 * Hadoop's {@code RawLocalFileSystem}: what it has flushed is with the kernel, so that a region
 * server's acknowledged writes survive its end by {@code kill -9}. The usual {@code
 * LocalFileSystem} keeps up to a checksum's chunk of the log in the process, and loses it.
 *
 * <p>Regions stay where they are put: {@link org.quorate.lab.hbase.Regions} spreads those of a
 * table, and {@link org.quorate.lab.hbase.RestingServers} takes all of them off servers that shall
 * rest, which are then left idle or stopped, and never while they hold a region.
 *
 * <p>Servers are told by addresses, never by names of the machine, and find no other name than its
 * own; nothing listens outside 127.0.0.0/8. No class here is loaded from the servers' jars.
 */
@NullMarked
package org.quorate.lab.hbase;

import org.jspecify.annotations.NullMarked;
