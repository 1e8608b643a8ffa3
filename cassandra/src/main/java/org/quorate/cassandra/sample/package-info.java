/**
 * Reads of a small share of an application's reads once more, to see what a weaker level would have
 * returned and saved.
 *
 * <p>The application's own read is never touched. Beside it, two reads of the timestamps of the
 * same rows are sent at once, one at the weakest level and one at a level that meets every
 * completed write. {@link org.quorate.cassandra.sample.TimestampQuery} makes them, {@link
 * org.quorate.cassandra.sample.SliceJudge} compares their answers and {@link
 * org.quorate.cassandra.sample.PairTally} counts what it finds; {@link
 * org.quorate.cassandra.sample.LatencyGuard} stops it all when the application's own reads suffer.
 */
@NullMarked
package org.quorate.cassandra.sample;

import org.jspecify.annotations.NullMarked;
