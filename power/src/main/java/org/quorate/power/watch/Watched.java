package org.quorate.power.watch;

import java.util.List;
import java.util.OptionalDouble;
import org.quorate.power.energy.HostEnergy;
import org.quorate.power.energy.Window;

/**
 * What a meter said while it was watched.
 *
 * @param window the time that the energy is of
 * @param energy of all its channels and their sum
 * @param problems why it failed at its last turn; empty where it did not
 */
public record Watched(Window window, HostEnergy energy, List<String> problems) {
  /** Copies the list. */
  public Watched {
    problems = List.copyOf(problems);
  }

  /** Mean watts of the second in which least was drawn; empty for less than a second. */
  public OptionalDouble lowestSecond() {
    return energy.wattsBySecond().stream().mapToDouble(Double::doubleValue).min();
  }

  /** Mean watts of the second in which most was drawn; empty for less than a second. */
  public OptionalDouble highestSecond() {
    return energy.wattsBySecond().stream().mapToDouble(Double::doubleValue).max();
  }

  /** Whether any counted channel told anything within the window. */
  public boolean hasReadings() {
    return energy.channels().stream()
        .anyMatch(each -> each.channel().counted() && each.energy().samples() > 0);
  }
}
