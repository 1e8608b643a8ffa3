package org.quorate.core.rest;

import org.quorate.core.rest.RestPlan.Gear;

/**
 * What a gear saves of the energy that all hosts of a cluster draw when always on, each node on a
 * host of its own. For each rest and host it is what the host would have drawn idle, less what it
 * draws switched off, less the energy of going off and booting, whose time counts as part of the
 * rest though the host boots after it: too little rather than too much. What work costs above idle
 * is taken to be the same wherever it is done, so it cancels out; what hints cost, twice written
 * and sent, is not counted.
 *
 * @param low share saved, of hosts that are in full use all day; below 0 where rests cost more than
 *     they save
 * @param high of hosts that are idle all day
 */
public record RestSaving(double low, double high) {
  private static final double SECONDS_PER_DAY = 86_400;

  /**
   * Reckons.
   *
   * @param hosts of the whole cluster, at least as many as rest
   */
  public static RestSaving of(Gear gear, int hosts, HostPower power) {
    double joules =
        gear.nodes().size()
            * gear.spells().stream()
                .mapToDouble(spell -> joules((double) spell.length().toSeconds(), power))
                .sum();
    double ofBusy = joules / (hosts * power.busyWatts() * SECONDS_PER_DAY);
    double ofIdle = joules / (hosts * power.idleWatts() * SECONDS_PER_DAY);
    return new RestSaving(Math.min(ofBusy, ofIdle), Math.max(ofBusy, ofIdle));
  }

  private static double joules(double seconds, HostPower power) {
    double off = Math.max(0, seconds - power.transitionSeconds());
    return power.idleWatts() * seconds - power.offWatts() * off - power.transitionJoules();
  }
}
