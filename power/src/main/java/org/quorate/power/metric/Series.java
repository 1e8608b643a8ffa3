package org.quorate.power.metric;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import org.quorate.power.MeterException;

/**
 * The series that a meter saw when it was opened, by their labels: each is a channel from then on.
 * One that appears later is refused, since a sum of more or fewer parts would look like a change of
 * power. Immutable.
 */
public final class Series {
  private final String what;
  private final Map<Map<String, String>, Integer> indices = new LinkedHashMap<>();

  /**
   * Takes one series, or several where that is allowed.
   *
   * @param what they are of, for messages and names
   * @param labels of each
   * @param several whether they may be added up
   * @throws MeterException if there are several that may not be added up; the message says how they
   *     differ
   */
  public Series(String what, List<Map<String, String>> labels, boolean several)
      throws MeterException {
    this.what = what;
    for (Map<String, String> each : labels) {
      indices.putIfAbsent(Map.copyOf(each), indices.size());
    }
    if (indices.size() > 1 && !several) {
      throw new MeterException(
          "There are "
              + indices.size()
              + " series of "
              + what
              + ", "
              + String.join("; ", names().stream().limit(6).toList())
              + (indices.size() > 6 ? "; …" : "")
              + "; choose one by its labels, or add them up with sum=true where none contains"
              + " another.");
    }
  }

  /** How many there are. */
  public int size() {
    return indices.size();
  }

  /** A name for each, by the labels in which they differ. */
  public List<String> names() {
    if (indices.size() < 2) {
      return indices.isEmpty() ? List.of() : List.of(what);
    }
    TreeSet<String> differing = new TreeSet<>();
    Map<String, String> first = indices.keySet().iterator().next();
    for (Map<String, String> each : indices.keySet()) {
      TreeSet<String> all = new TreeSet<>(each.keySet());
      all.addAll(first.keySet());
      all.removeIf(label -> Objects.equals(each.get(label), first.get(label)));
      differing.addAll(all);
    }
    List<String> names = new ArrayList<>();
    for (Map<String, String> each : indices.keySet()) {
      StringJoiner name = new StringJoiner(",");
      for (String label : differing) {
        name.add(label + "=" + each.getOrDefault(label, ""));
      }
      names.add(name.toString());
    }
    return names;
  }

  /**
   * Which channel a series is.
   *
   * @throws MeterException if it was not there when the meter was opened
   */
  public int index(Map<String, String> labels) throws MeterException {
    Integer index = indices.get(labels);
    if (index == null) {
      throw new MeterException(
          "There is a series of "
              + what
              + " that was not there when the meter was opened: "
              + new TreeMap<>(labels)
              + "; open it again.");
    }
    return index;
  }
}
