package org.quorate.study.result;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A run in windows of one second on its own clock, kept in {@code windows.csv}; windows of other
 * widths are sums of these.
 *
 * @param seconds by whole seconds since the run began; a second in which nothing was sent has none
 */
public record RunWindows(SortedMap<Integer, WindowCounts> seconds) {
  public RunWindows {
    seconds = Collections.unmodifiableSortedMap(new TreeMap<>(seconds));
  }

  /** What was sent from a second of the run to another, the latter left out. */
  public WindowCounts between(int from, int to) {
    return seconds.subMap(from, to).values().stream().reduce(WindowCounts.NONE, WindowCounts::plus);
  }

  /** The sum of two runs, second by second. */
  public RunWindows plus(RunWindows other) {
    SortedMap<Integer, WindowCounts> sum = new TreeMap<>(seconds);
    other.seconds.forEach((second, counts) -> sum.merge(second, counts, WindowCounts::plus));
    return new RunWindows(sum);
  }
}
