package org.quorate.study.measure;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.study.result.CountedPart;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.HostResult;
import org.quorate.study.result.OffloadResult;
import org.quorate.study.result.RunResult;

/**
 * What a run would have taken if its resting hosts had been asleep: an assumption, not a
 * measurement. A server that rests, or whose process has ended, leaves its computer on, which draws
 * what it draws idle; only a computer that is switched off or asleep saves that.
 *
 * <p>For every whole second during which a host rested, or all of its servers, what the host drew
 * is replaced by what a host of its kind takes while it sleeps. Seconds that it rested in part are
 * left as they are. To each rest belongs what switching off and on again takes more than sleeping
 * for as long, divided by the {@linkplain OffloadResult#timeScale() seconds} that each of the run's
 * stands for: also where the rest was too short for that, so that short rests cost. Pure.
 */
final class RestEnergy {
  private RestEnergy() {}

  /**
   * Joules of all hosts over the part of the run that counts; null where there is no energy, or
   * nobody says what a sleeping host takes.
   */
  static @Nullable Double joulesIfAsleep(RunResult run) {
    EnergyResult energy = run.energy();
    OffloadResult offload = run.offload();
    if (energy == null || offload == null) {
      return null;
    }
    OffloadResult.Standby standby = offload.standby();
    if (standby == null) {
      return null;
    }
    CountedPart part = run.counted();
    int left = part == null ? 0 : part.fromSecond();
    double transition =
        (standby.transitionJoules() - standby.watts() * standby.transitionSeconds())
            / offload.timeScale();
    double joules = energy.joules();
    for (HostResult host : energy.hosts()) {
      List<Double> watts = host.wattsBySecond();
      boolean rested = false;
      for (int second = 0; second < watts.size(); second++) {
        boolean rests = rests(host, offload.rests(), second + left);
        if (rests) {
          joules += standby.watts() - watts.get(second) + (rested ? 0 : transition);
        }
        rested = rests;
      }
    }
    return joules;
  }

  /** Whether a host, or all of its servers, rested throughout a second of the run. */
  private static boolean rests(HostResult host, List<OffloadResult.Rest> rests, int second) {
    Set<String> resting =
        rests.stream()
            .filter(rest -> rest.from() <= second && rest.to() >= second + 1)
            .map(OffloadResult.Rest::node)
            .collect(Collectors.toSet());
    return resting.contains(host.host()) || resting.containsAll(host.nodes());
  }
}
