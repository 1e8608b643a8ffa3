/**
 * Deferred updates with a bounded staleness for applications on the Apache HBase client.
 *
 * <p>{@link org.quorate.hbase.Deferral} is the way in: it makes buffered mutators, asynchronous
 * ones too, and sessions whose tables read their own writes. The packages below follow the way of a
 * write: {@code setting} says how, {@code stamp} gives it a timestamp, {@code spill} keeps it on a
 * disk, {@code overlay} and {@code session} show it to the session that wrote it, {@code deferral}
 * decides when it is sent, {@code destination} sends it, {@code metric} says what came of it.
 *
 * <p>An application depends on this module and thereby on core and the HBase client, on nothing
 * else. No code of the lab may live here.
 */
@NullMarked
package org.quorate.hbase;

import org.jspecify.annotations.NullMarked;
