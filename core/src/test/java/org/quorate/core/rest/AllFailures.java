package org.quorate.core.rest;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.quorate.core.level.Level;

/**
 * What it means that levels are kept, by definition: whichever nodes fail, every range has replicas
 * that answer. Written by enumeration, with none of the arithmetic of main code.
 *
 * @param dataCenters of every node
 * @param factors replicas that a keyspace declares in each data centre
 */
record AllFailures(
    Map<String, String> dataCenters,
    Map<String, Integer> factors,
    Set<Set<String>> ranges,
    Set<String> resting,
    Set<String> clients) {

  boolean keep(Level level, int failures) {
    return subsets(awakeNodes(), failures).stream()
        .allMatch(
            failed ->
                ranges.stream()
                    .filter(range -> range.stream().anyMatch(resting::contains))
                    .allMatch(
                        range ->
                            clients.stream().allMatch(at -> served(level, range, failed, at))));
  }

  boolean keepTwoCopies(int failures) {
    return subsets(awakeNodes(), failures).stream()
        .allMatch(
            failed ->
                ranges.stream()
                    .filter(range -> range.stream().anyMatch(resting::contains))
                    .allMatch(range -> living(range, failed, "").size() >= 2));
  }

  private boolean served(Level level, Set<String> range, Set<String> failed, String at) {
    int all = factors.values().stream().mapToInt(Integer::intValue).sum();
    int everywhere = living(range, failed, "").size();
    int here = living(range, failed, at).size();
    return switch (level) {
      case ONE -> everywhere >= 1;
      case TWO -> everywhere >= 2;
      case THREE -> everywhere >= 3;
      case QUORUM -> 2 * everywhere > all;
      case ALL -> everywhere >= all;
      case LOCAL_ONE -> here >= 1;
      case LOCAL_QUORUM -> factors.containsKey(at) && 2 * here > factors.get(at);
      case EACH_QUORUM ->
          factors.keySet().stream()
              .allMatch(each -> 2 * living(range, failed, each).size() > factors.get(each));
    };
  }

  private Set<String> living(Set<String> range, Set<String> failed, String center) {
    Set<String> living = new HashSet<>(range);
    living.removeAll(resting);
    living.removeAll(failed);
    living.removeIf(node -> !center.isEmpty() && !center.equals(dataCenters.get(node)));
    return living;
  }

  private List<String> awakeNodes() {
    return dataCenters.keySet().stream().filter(node -> !resting.contains(node)).sorted().toList();
  }

  /** All sets of so many of them, or the set of all where there are fewer. */
  private static List<Set<String>> subsets(List<String> of, int size) {
    if (size == 0 || of.isEmpty()) {
      return List.of(Set.of());
    }
    if (of.size() <= size) {
      return List.of(Set.copyOf(of));
    }
    List<String> others = of.subList(1, of.size());
    List<Set<String>> all = new ArrayList<>(subsets(others, size));
    for (Set<String> each : subsets(others, size - 1)) {
      Set<String> with = new HashSet<>(each);
      with.add(of.get(0));
      all.add(with);
    }
    return all;
  }
}
