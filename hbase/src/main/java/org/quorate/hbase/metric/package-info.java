/**
 * What deferral did, for those who watch it: how long every write took from its acceptance until a
 * server acknowledged it, every write that missed the bound or was given up with its cause,
 * flushes, retries and what is pending.
 *
 * <p>{@link org.quorate.hbase.metric.DeferralTally} counts while writes go by; {@link
 * org.quorate.hbase.metric.DeferralMetrics} is what it says at an instant; a {@link
 * org.quorate.hbase.metric.DeferralListener} hears of single writes. Nothing here decides anything,
 * and nothing grows with the number of writes: of missed bounds the last thousand are kept, of
 * others only how many there were.
 */
@NullMarked
package org.quorate.hbase.metric;

import org.jspecify.annotations.NullMarked;
