package org.quorate.cli.observe;

import java.util.List;
import java.util.Optional;
import org.quorate.power.energy.LiveUse;

/**
 * What an observer knows of the energy of one data centre's hosts.
 *
 * @param name of the data centre
 * @param use what their meters say, for each operation that its nodes coordinated; empty where no
 *     host of it has a meter
 * @param nodes how many nodes it has
 * @param unmetered the addresses of those that are on no host with a meter: what these draw is in
 *     no number, and while there are some no joules for each operation are known, nor while some
 *     are on a host that has nodes of another data centre
 */
public record DataCenterEnergy(
    String name, Optional<LiveUse> use, int nodes, List<String> unmetered) {
  /** Copies the list. */
  public DataCenterEnergy {
    unmetered = List.copyOf(unmetered);
  }
}
