package org.quorate.hbase.metric;

import java.time.Duration;
import java.time.Instant;
import org.apache.hadoop.hbase.TableName;

/**
 * A write that was acknowledged later than the bound allows.
 *
 * @param table of the row
 * @param row as HBase prints it
 * @param acknowledged when, by this machine's clock
 * @param delay from acceptance until acknowledgement
 * @param waited of that, until it was sent for the first time
 * @param attempts how often it was sent
 * @param cause of the delay
 * @param lastError of an attempt that failed, or empty
 */
public record MissedBound(
    TableName table,
    String row,
    Instant acknowledged,
    Duration delay,
    Duration waited,
    int attempts,
    MissCause cause,
    String lastError) {}
