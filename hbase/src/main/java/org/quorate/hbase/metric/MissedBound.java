package org.quorate.hbase.metric;

import java.time.Duration;
import java.time.Instant;
import org.apache.hadoop.hbase.TableName;

/**
 * A write that was acknowledged later than the bound allows, or never: it was given up.
 *
 * @param table of the row
 * @param row as HBase prints it
 * @param at when it was acknowledged or given up, by this machine's clock
 * @param givenUp whether no server has acknowledged it, and it went back to the application
 * @param delay from acceptance until then
 * @param waited of that, until it was sent for the first time
 * @param attempts how often it was sent
 * @param cause of the delay
 * @param lastError of an attempt that failed, or empty
 */
public record MissedBound(
    TableName table,
    String row,
    Instant at,
    boolean givenUp,
    Duration delay,
    Duration waited,
    int attempts,
    MissCause cause,
    String lastError) {}
