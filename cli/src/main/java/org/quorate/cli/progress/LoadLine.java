package org.quorate.cli.progress;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.quorate.study.progress.LoadSecond;

/**
 * What a load has done so far, second by second; where it takes long, steps of some seconds, so
 * that there are never more than {@link #MOST_STEPS}. Thread-safe.
 */
final class LoadLine {
  static final int MOST_STEPS = 120;

  private final List<LoadGlance.Step> steps = new ArrayList<>();
  private int stepSeconds = 1;
  private long ok;
  private long failed;
  private Map<String, Double> levelShares = Map.of();

  /** Adds a second, later than those before; one that is not whole is counted, but no step. */
  synchronized void add(LoadSecond second) {
    ok += second.ok();
    failed += second.failed();
    levelShares = second.levelShares();
    if (!second.isWhole()) {
      return;
    }
    put(
        new LoadGlance.Step(
            second.second() / stepSeconds * stepSeconds,
            1,
            second.ok(),
            second.failed(),
            second.responseP50(),
            second.responseP99()));
    while (steps.size() > MOST_STEPS) {
      List<LoadGlance.Step> finer = List.copyOf(steps);
      steps.clear();
      stepSeconds *= 2;
      finer.forEach(step -> put(step.beginningAt(step.from() / stepSeconds * stepSeconds)));
    }
  }

  private void put(LoadGlance.Step step) {
    int last = steps.size() - 1;
    if (last >= 0 && steps.get(last).from() == step.from()) {
      steps.set(last, steps.get(last).and(step));
    } else {
      steps.add(step);
    }
  }

  /** All of it so far. */
  synchronized LoadGlance glance() {
    return new LoadGlance(List.copyOf(steps), stepSeconds, ok, failed, levelShares);
  }
}
