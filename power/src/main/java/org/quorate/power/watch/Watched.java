package org.quorate.power.watch;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
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
  private static final double SHORTEST_SECOND = 0.5;

  /** Copies the list. */
  public Watched {
    problems = List.copyOf(problems);
  }

  /**
   * Mean watts of the second in which least was drawn; a last second that was cut off counts from
   * half its length. Empty where there is none, or the energy is refused.
   */
  public OptionalDouble lowestSecond() {
    return seconds().min();
  }

  /** Mean watts of the second in which most was drawn, as {@link #lowestSecond()}. */
  public OptionalDouble highestSecond() {
    return seconds().max();
  }

  private DoubleStream seconds() {
    DoubleStream whole = energy.wattsBySecond().stream().mapToDouble(Double::doubleValue);
    int last = energy.wattsBySecond().size();
    double rest = window.seconds() - last;
    if (energy.refusal().isPresent() || rest < SHORTEST_SECOND) {
      return whole;
    }
    double joules =
        energy.channels().stream()
            .filter(each -> each.channel().counted())
            .mapToDouble(each -> each.energy().joulesBySecond().get(last))
            .sum();
    return DoubleStream.concat(whole, DoubleStream.of(joules / rest));
  }

  /** Whether any counted channel told anything within the window. */
  public boolean hasReadings() {
    return energy.channels().stream()
        .anyMatch(each -> each.channel().counted() && each.energy().samples() > 0);
  }
}
