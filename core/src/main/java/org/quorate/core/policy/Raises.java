package org.quorate.core.policy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.quorate.core.level.KeyRange;
import org.quorate.core.level.KeyRanges;
import org.quorate.core.level.Level;
import org.quorate.core.recency.KeyPlace;

/** Puts raises together, so that as few stand as say the same. Stateless. */
final class Raises {
  private Raises() {}

  /**
   * The fewest raises that give every read the level which these give it above a table's: of those
   * of rows written lately the longest of each level, of ranges their unions, and of each class of
   * keys the largest share of each level.
   *
   * @param level of the table's other reads
   * @param strength replicas that a level needs
   */
  static List<Raise> united(Stream<Raise> raises, Level level, ToIntFunction<Level> strength) {
    Map<Level, Long> windows = new LinkedHashMap<>();
    Map<Level, List<KeyRange>> ranges = new LinkedHashMap<>();
    Map<Level, int[]> draws = new LinkedHashMap<>();
    raises
        .filter(raise -> strength.applyAsInt(raise.level()) > strength.applyAsInt(level))
        .forEach(
            raise -> {
              if (raise instanceof Raise.RecentlyWritten recent) {
                windows.merge(recent.level(), recent.withinNanos(), Math::max);
              } else if (raise instanceof Raise.TokenRange range) {
                ranges.computeIfAbsent(range.level(), any -> new ArrayList<>()).add(range.range());
              } else if (raise instanceof Raise.OfClass each) {
                int[] ofLevel =
                    draws.computeIfAbsent(each.level(), any -> new int[KeyPlace.CLASSES]);
                ofLevel[each.keyClass()] = Math.max(ofLevel[each.keyClass()], each.draws());
              }
            });
    List<Raise> united = new ArrayList<>();
    strongestFirst(windows, strength)
        .forEach(
            each -> {
              long within = windows.getOrDefault(each, 0L);
              boolean isLonger =
                  united.stream()
                      .allMatch(
                          stronger ->
                              stronger instanceof Raise.RecentlyWritten recent
                                  && recent.withinNanos() < within);
              if (isLonger) {
                united.add(new Raise.RecentlyWritten(within, each));
              }
            });
    strongestFirst(ranges, strength)
        .forEach(
            each ->
                KeyRanges.union(ranges.getOrDefault(each, List.of()))
                    .forEach(range -> united.add(Raise.TokenRange.of(range, each))));
    int[] raised = new int[KeyPlace.CLASSES];
    strongestFirst(draws, strength)
        .forEach(each -> addClasses(united, each, draws.getOrDefault(each, raised), raised));
    return united;
  }

  /**
   * @param raised draws of each class at stronger levels, to which these are added
   */
  private static void addClasses(List<Raise> united, Level level, int[] draws, int[] raised) {
    for (int of = 0; of < KeyPlace.CLASSES; of++) {
      if (draws[of] > raised[of]) {
        united.add(new Raise.OfClass(of, draws[of], level));
        raised[of] = draws[of];
      }
    }
  }

  private static List<Level> strongestFirst(Map<Level, ?> byLevel, ToIntFunction<Level> strength) {
    return byLevel.keySet().stream()
        .sorted(Comparator.comparingInt(strength).reversed().thenComparing(Level::ordinal))
        .toList();
  }
}
