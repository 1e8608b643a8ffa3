/**
 * What a session remembers of its own requests to each table: when it wrote which partition last,
 * how old the writes were that its reads followed, and how many reads were raised for what.
 *
 * <p>A write is told of before it is sent and when it has ended; how it ended, by the driver's and
 * the server's errors, is judged here. Which level a read gets for it is decided elsewhere. Memory
 * is of fixed size, and no key is kept.
 */
@NullMarked
package org.quorate.cassandra.recency;

import org.jspecify.annotations.NullMarked;
