package org.quorate.cli.rest;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.quorate.core.rest.DayLoad;
import org.quorate.core.rest.GearTerms;
import org.quorate.core.rest.HostPower;
import org.quorate.core.rest.RestPlan;
import org.quorate.core.rest.RestPlan.Gear;
import org.quorate.core.rest.RestPlanner;
import org.quorate.core.rest.RestSaving;
import org.quorate.core.rest.RestSituation;
import org.quorate.power.model.HostProfile;
import org.quorate.power.model.Standby;

/**
 * All that the command has to tell. Immutable.
 *
 * @param days that were recorded; none where the load is that of now, and all hours are taken to be
 *     as this one
 * @param mostFrom where the most that a node may execute comes from, part of a sentence; empty
 *     where nobody says
 * @param profile of the hosts; null where none is named
 * @param unseen what could not be looked at, a sentence each
 */
record RestOutlook(
    RestSituation situation,
    DayLoad load,
    GearTerms terms,
    SortedSet<LocalDate> days,
    String mostFrom,
    @Nullable HostProfile profile,
    RestPlan plan,
    List<String> unseen) {
  RestOutlook {
    days = Collections.unmodifiableSortedSet(new TreeSet<>(days));
    unseen = List.copyOf(unseen);
  }

  static RestOutlook of(
      RestSituation situation,
      DayLoad load,
      GearTerms terms,
      SortedSet<LocalDate> days,
      String mostFrom,
      @Nullable HostProfile profile,
      List<String> unseen) {
    List<String> all = new ArrayList<>(unseen);
    if (profile == null) {
      all.add(
          "What your hosts draw, so no share of energy is told; name their kind with --profile.");
    } else if (profile.standby() == null) {
      all.add(
          "What a host of "
              + profile.name()
              + " draws switched off and what a boot takes, which nobody has published, so no share"
              + " of energy is told.");
    }
    return new RestOutlook(
        situation,
        load,
        terms,
        days,
        mostFrom,
        profile,
        RestPlanner.plan(situation, load, terms),
        all);
  }

  boolean hasHours() {
    return !days.isEmpty();
  }

  /** Of the energy of all hosts; empty where it is not known what they draw switched off. */
  Optional<RestSaving> saving(Gear gear) {
    HostProfile hosts = profile;
    if (hosts == null) {
      return Optional.empty();
    }
    Standby off = hosts.standby();
    return off == null
        ? Optional.empty()
        : Optional.of(
            RestSaving.of(
                gear,
                situation.nodes().size(),
                new HostPower(
                    hosts.curve().idleWatts(),
                    hosts.curve().busyWatts(),
                    off.watts(),
                    off.transitionSeconds(),
                    off.transitionJoules())));
  }
}
