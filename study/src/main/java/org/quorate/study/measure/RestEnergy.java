package org.quorate.study.measure;

import java.util.List;
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
 * <p>For every whole second during which all servers of a host rested, what the host drew is
 * replaced by what a host of its kind takes while it sleeps. Seconds that it rested in part are
 * left as they are. Falling asleep and waking up are taken to need neither time nor energy, which
 * they do: how long a rest must be to pay for them is {@link
 * OffloadResult.Standby#breakEvenSeconds()}. Pure.
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
    double joules = energy.joules();
    for (HostResult host : energy.hosts()) {
      List<Double> watts = host.wattsBySecond();
      for (int second = 0; second < watts.size(); second++) {
        if (rests(host, offload.rests(), second + left)) {
          joules -= watts.get(second) - standby.watts();
        }
      }
    }
    return joules;
  }

  /** Whether all servers of a host rested throughout a second of the run. */
  private static boolean rests(HostResult host, List<OffloadResult.Rest> rests, int second) {
    return host.nodes().stream()
        .allMatch(
            node ->
                rests.stream()
                    .anyMatch(
                        rest ->
                            rest.node().equals(node)
                                && rest.from() <= second
                                && rest.to() >= second + 1));
  }
}
