package org.quorate.hbase.deferral;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.metric.MissCause;

/**
 * What an answer means for writes: they are acknowledged, or given up for a reason. They have left
 * their row; their account has them until all that follows from it is done.
 *
 * @param writes of one row, in order
 * @param at when the answer came
 * @param attempts how often the first was sent
 * @param retryCause why it had to be sent again, or null
 * @param lastError of an attempt that failed, or empty
 * @param refused why they are given up, or null if they are acknowledged
 */
record WriteOutcome(
    List<PendingWrite> writes,
    long at,
    int attempts,
    @Nullable MissCause retryCause,
    String lastError,
    @Nullable Throwable refused) {}
