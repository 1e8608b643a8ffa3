/**
 * Bindings by which stock YCSB (0.17) drives Apache Cassandra through Quorate's own store, and
 * Apache HBase through its library of deferred updates: {@link org.quorate.ycsb.QuorateDB} or
 * {@link org.quorate.ycsb.QuorateHBaseDB} is named to YCSB's client by {@code -db}. What requests
 * do, and what their failures mean, is decided elsewhere; what is added here is YCSB's view of
 * them, its properties and its threads, and a history that {@code quorate check} judges.
 *
 * <p>Nothing of Quorate depends on this module, and nothing of YCSB may be used outside of it.
 */
@NullMarked
package org.quorate.ycsb;

import org.jspecify.annotations.NullMarked;
