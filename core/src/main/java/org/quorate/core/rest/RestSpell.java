package org.quorate.core.rest;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A time for which a gear rests, each day. Immutable.
 *
 * @param start since midnight, less than a day
 * @param length from when nodes are sent to rest until they are called to wake, above 0; may reach
 *     beyond midnight
 */
public record RestSpell(Duration start, Duration length) {
  private static final Duration HOUR = Duration.ofHours(1);

  /**
   * The hours in which a gear may rest: from one in which the awake node that has the most is not
   * above the low mark, as long as it is not above the high one. The day is taken to repeat.
   *
   * @param busiest of each hour, operations per second; NaN where not known, which is no rest
   */
  static List<Boolean> hours(List<Double> busiest, GearTerms terms) {
    int hours = busiest.size();
    boolean[] rests = new boolean[hours];
    boolean resting = false;
    // Twice around: what the first hour finds is what the last one leaves.
    for (int i = 0; i < 2 * hours; i++) {
      double load = busiest.get(i % hours);
      resting = load <= terms.most() && (resting || load <= terms.low() * terms.most());
      rests[i % hours] = resting;
    }
    List<Boolean> all = new ArrayList<>();
    for (boolean each : rests) {
      all.add(each);
    }
    return List.copyOf(all);
  }

  /**
   * Rests within such hours, none longer than hints last. Each ends so early that the nodes are
   * awake when the hours end; between two lies the time to wake and the shortest stay, in which
   * what was missed is delivered.
   *
   * @param longest how long a rest may be
   */
  static List<RestSpell> within(
      List<Boolean> hours, Duration longest, Duration timeToWake, Duration shortestStay) {
    int day = hours.size();
    int awake = hours.indexOf(false);
    List<RestSpell> spells = new ArrayList<>();
    if (awake < 0) {
      add(spells, 0, HOUR.multipliedBy(day).minus(shortestStay), longest, timeToWake, shortestStay);
      return spells;
    }
    for (int i = 1; i <= day; i++) {
      int first = awake + i;
      if (hours.get(first % day) && !hours.get((first - 1) % day)) {
        int length = 1;
        while (hours.get((first + length) % day)) {
          length++;
        }
        add(spells, first % day, HOUR.multipliedBy(length), longest, timeToWake, shortestStay);
      }
    }
    spells.sort(Comparator.comparing(RestSpell::start));
    return spells;
  }

  private static void add(
      List<RestSpell> spells,
      int firstHour,
      Duration time,
      Duration longest,
      Duration timeToWake,
      Duration shortestStay) {
    Duration begun = Duration.ZERO;
    while (true) {
      Duration left = time.minus(timeToWake).minus(begun);
      Duration length = left.compareTo(longest) < 0 ? left : longest;
      if (length.compareTo(Duration.ZERO) <= 0 || length.compareTo(shortestStay) < 0) {
        return;
      }
      long start = HOUR.multipliedBy(firstHour).plus(begun).toSeconds();
      spells.add(new RestSpell(Duration.ofSeconds(start % Duration.ofDays(1).toSeconds()), length));
      begun = begun.plus(length).plus(timeToWake).plus(shortestStay);
    }
  }
}
