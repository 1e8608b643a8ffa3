package org.quorate.study.summary;

import org.jspecify.annotations.Nullable;
import org.quorate.core.statistics.EnergyRatio;

/**
 * What a ratio of energies becomes when the recorded use of the same runs is replayed through the
 * curve of every published server of the hosts' kind: how far off the power model may be in this
 * very ratio. The model's own curve is among them. Without chance; the interval that has both in it
 * is beside it.
 *
 * @param servers that were published, at least 1
 * @param low the smallest ratio
 * @param high the largest
 */
public record ServerRange(int servers, double low, double high) {
  /** The range of such a ratio; null where it was not replayed. */
  public static @Nullable ServerRange of(EnergyRatio ratio) {
    return ratio
        .range()
        .map(range -> new ServerRange(ratio.replays().size(), range.low(), range.high()))
        .orElse(null);
  }
}
