package org.quorate.power.energy;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one channel's readings say of a window.
 *
 * @param joules energy over the window; NaN where it is refused
 * @param seconds length of the window
 * @param refused why the readings cannot be believed, in one sentence; null where they can
 * @param samples readings inside the window that had a value and a new time
 * @param effectiveSamples how many of them said something new; a gauge that is asked more often
 *     than it refreshes repeats itself
 * @param refreshSeconds how often the device really refreshes: the mean distance of the time stamps
 *     that it made itself, or the mean time between two changes of its value; NaN where it never
 *     changed
 * @param isConstant whether all readings inside the window had the same value
 * @param missing readings that the device said it had no value of
 * @param gaps stretches longer than three periods without a reading
 * @param imputedSeconds how much of the window was bridged over gaps
 * @param wraps how often the counter started again inside the window
 * @param resolutionJoules what the smallest step of the values makes of the whole window, to either
 *     side
 * @param joulesBySecond joules of each second of the window, the last of which may be shorter;
 *     empty where it is refused
 */
public record Energy(
    double joules,
    double seconds,
    @Nullable String refused,
    long samples,
    long effectiveSamples,
    double refreshSeconds,
    boolean isConstant,
    long missing,
    int gaps,
    double imputedSeconds,
    int wraps,
    double resolutionJoules,
    List<Double> joulesBySecond) {
  /** Copies the seconds. */
  public Energy {
    joulesBySecond = List.copyOf(joulesBySecond);
  }

  /** Why the readings cannot be believed; empty where they can. */
  public Optional<String> refusal() {
    return Optional.ofNullable(refused);
  }

  /** Joules per second of the window; NaN where the energy is refused. */
  public double meanWatts() {
    return joules / seconds;
  }
}
