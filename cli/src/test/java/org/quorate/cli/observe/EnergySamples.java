package org.quorate.cli.observe;

import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.quorate.power.ErrorBand;
import org.quorate.power.Origin;
import org.quorate.power.Scope;
import org.quorate.power.energy.LiveUse;

/** What meters said of two hosts, for tests. */
public final class EnergySamples {
  private EnergySamples() {}

  /** One data centre, all of it known. */
  public static EnergyReport report() {
    return new EnergyReport(
        use(Optional.of(per()), 0),
        List.of(new DataCenterEnergy("dc1", Optional.of(use(Optional.of(per()), 0)), 2, List.of())),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  static LiveUse use(Optional<LiveUse.PerOperation> per, double unknown) {
    Map<String, Double> hosts = new LinkedHashMap<>();
    hosts.put("web1", 4000.0);
    hosts.put("web2", 2000.0);
    return new LiveUse(
        6000,
        60,
        unknown,
        hosts,
        per,
        101,
        0.125,
        new LiveUse.Emitted(0.12, 60 - unknown, 48_000, unknown),
        EnumSet.of(Scope.WALL),
        Origin.MEASURED,
        ErrorBand.of(0.015),
        unknown > 0 ? List.of("The energy of web2: it is gone.") : List.of());
  }

  static LiveUse.PerOperation per() {
    return new LiveUse.PerOperation(6000, 60, 48_000, 12, 0.11, 0.15);
  }
}
