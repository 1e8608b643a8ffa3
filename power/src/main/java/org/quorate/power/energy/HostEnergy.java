package org.quorate.power.energy;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.power.Channel;
import org.quorate.power.Origin;

/**
 * The energy of one host over one window.
 *
 * @param host its name
 * @param joules sum of all counted channels of its meters; NaN where one of them is refused
 * @param seconds length of the window
 * @param origin estimated as soon as one counted channel is
 * @param refused why there is no sum, in one sentence; null where there is one
 * @param wattsBySecond mean power of each whole second of the window; empty where it is refused
 * @param channels every channel of every meter, those apart included
 * @param notes what a reader must know, such as a moved clock or bridged gaps
 */
public record HostEnergy(
    String host,
    double joules,
    double seconds,
    Origin origin,
    @Nullable String refused,
    List<Double> wattsBySecond,
    List<OfChannel> channels,
    List<String> notes) {
  /** Copies the lists. */
  public HostEnergy {
    wattsBySecond = List.copyOf(wattsBySecond);
    channels = List.copyOf(channels);
    notes = List.copyOf(notes);
  }

  /**
   * What one channel said.
   *
   * @param meter its meter's name
   */
  public record OfChannel(String meter, Channel channel, Energy energy) {}

  /** Why there is no sum; empty where there is one. */
  public Optional<String> refusal() {
    return Optional.ofNullable(refused);
  }

  /** What the resolution of the counted channels makes of the sum, to either side, in joules. */
  public double resolutionJoules() {
    return channels.stream()
        .filter(each -> each.channel().counted())
        .mapToDouble(each -> each.energy().resolutionJoules())
        .sum();
  }
}
