package org.quorate.study.summary;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.study.result.OffloadResult.Standby;
import org.quorate.study.result.ReadBackResult;

/**
 * What off-loading did in all runs of one cell together.
 *
 * @param rest what servers did that had nothing to serve
 * @param restedSeconds of one run, all servers together
 * @param restedByNode mean seconds of one run, by the server's name; servers that never rested are
 *     not in it
 * @param moves of regions
 * @param failedMoves of these
 * @param joules of one run as they are, all hosts on; null where there is no energy
 * @param joulesIfAsleep of one run if resting hosts had been asleep, an assumption; null where
 *     nobody says what a sleeping host takes
 * @param standby what a sleeping host takes; null likewise
 * @param writes acknowledged
 * @param rows that were read back
 * @param lost of these, without their newest acknowledged write
 * @param unread acknowledged writes, at least, to rows that were not looked at
 * @param lostRows examples of those that are lost
 */
public record CellOffload(
    String rest,
    Mean restedSeconds,
    Map<String, Double> restedByNode,
    long moves,
    long failedMoves,
    @Nullable Mean joules,
    @Nullable Mean joulesIfAsleep,
    @Nullable Standby standby,
    long writes,
    long rows,
    long lost,
    long unread,
    List<ReadBackResult.LostRow> lostRows) {
  public CellOffload {
    restedByNode = Map.copyOf(restedByNode);
    lostRows = List.copyOf(lostRows);
  }
}
