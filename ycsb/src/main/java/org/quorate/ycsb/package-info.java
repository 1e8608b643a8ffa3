/**
 * A binding by which stock YCSB (0.17) drives Apache Cassandra through Quorate's own store: {@link
 * org.quorate.ycsb.QuorateDB} is named to YCSB's client by {@code -db}. Requests, versions and the
 * meaning of failures are those of {@code org.quorate.lab.store}; what is added here is YCSB's view
 * of them, its properties and its threads, and a history that {@code quorate check} judges.
 *
 * <p>Nothing of Quorate depends on this module, and nothing of YCSB may be used outside of it.
 */
@NullMarked
package org.quorate.ycsb;

import org.jspecify.annotations.NullMarked;
