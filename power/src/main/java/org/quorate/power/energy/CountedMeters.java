package org.quorate.power.energy;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.Names;
import org.quorate.power.Scope;

/**
 * Which meters may be added up: those of one scope. What a processor's counters see is in what the
 * wall's meter sees, so that their sum would count it twice; and hosts that are seen differently
 * cannot be compared. Two meters of one scope are taken for two power supplies.
 */
public final class CountedMeters {
  private CountedMeters() {}

  /**
   * Makes sure that the meters of a cluster can be added up and told apart.
   *
   * @param meters of all its hosts
   * @return the same, with numbers behind names that a host has twice
   * @throws MeterException if counted channels of one host, or of different hosts, have different
   *     scopes, a host has none, or its name is no single line
   */
  public static List<HostMeter> of(List<HostMeter> meters) throws MeterException {
    for (HostMeter meter : meters) {
      if (!Names.printable(meter.host()).equals(meter.host())) {
        throw new MeterException(
            "The host "
                + Names.printable(meter.host())
                + " has a control character in its name; write another.");
      }
    }
    checkCounted(meters);
    Map<Scope, Set<String>> scopes = new EnumMap<>(Scope.class);
    for (HostMeter meter : meters) {
      for (Channel channel : meter.meter().channels()) {
        if (channel.counted()) {
          scopes
              .computeIfAbsent(channel.scope(), scope -> new TreeSet<>())
              .add(meter.host() + " by " + meter.name());
        }
      }
    }
    check(scopes);
    return numbered(meters);
  }

  private static void checkCounted(List<HostMeter> meters) throws MeterException {
    Map<String, Boolean> counted = new LinkedHashMap<>();
    for (HostMeter meter : meters) {
      boolean counts = meter.meter().channels().stream().anyMatch(Channel::counted);
      counted.merge(meter.host(), counts, Boolean::logicalOr);
    }
    for (Map.Entry<String, Boolean> host : counted.entrySet()) {
      if (!host.getValue()) {
        throw new MeterException(
            "No meter of " + host.getKey() + " counts; leave out apart: yes at one of them.");
      }
    }
  }

  /**
   * Refuses different scopes.
   *
   * @param scopes what is seen at each scope, such as {@code host1 by powercap}
   * @throws MeterException if there are several scopes
   */
  public static void check(Map<Scope, ? extends Set<String>> scopes) throws MeterException {
    if (scopes.size() > 1) {
      throw new MeterException(
          "Joules of different scopes are never added up or compared, but "
              + scopes.entrySet().stream()
                  .map(
                      scope ->
                          String.join(", ", scope.getValue()) + " sees " + scope.getKey().text())
                  .collect(Collectors.joining("; "))
              + "; keep the meters of one scope, and write apart: yes to those that are to be"
              + " recorded beside them.");
    }
  }

  private static List<HostMeter> numbered(List<HostMeter> meters) {
    Set<List<String>> taken = new HashSet<>();
    List<HostMeter> numbered = new ArrayList<>();
    for (HostMeter meter : meters) {
      String name = meter.name();
      for (int number = 2; !taken.add(List.of(meter.host(), name)); number++) {
        name = meter.name() + " (" + number + ")";
      }
      numbered.add(new HostMeter(meter.host(), name, meter.meter(), meter.period()));
    }
    return List.copyOf(numbered);
  }
}
