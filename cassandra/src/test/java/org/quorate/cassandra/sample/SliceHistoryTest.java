package org.quorate.cassandra.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * Random histories of one partition, of which the replica of the weaker read has got a part: what
 * the two answers say against what is known of the whole history.
 */
class SliceHistoryTest {
  private static final int HISTORIES = 50_000;
  private static final int KEYS = 6;
  private static final int CELLS = 2;
  private static final Comparator<List<ByteBuffer>> RISING =
      Comparator.comparing(key -> key.get(0));

  /**
   * A write or deletion, whose time is its place in the history.
   *
   * @param cell none for the whole row
   */
  private record Event(int at, int key, int cell, boolean deletion) {}

  private final SplittableRandom random = new SplittableRandom(19);

  /** Nothing is written while the pair is under way: every difference is staleness. */
  @Test
  void whileNobodyWritesAPairIsStaleAsOftenAsItsStaleAndUndecidedOnesBound() {
    Map<PairFinding, Integer> seen = new EnumMap<>(PairFinding.class);
    for (int i = 0; i < HISTORIES; i++) {
      List<Event> all = history(random.nextInt(1, 14));
      int sentAt = all.size();
      List<Event> weakHas = part(all, event -> true);
      int limit = random.nextBoolean() ? KEYS + 1 : random.nextInt(1, KEYS);
      boolean limited = limit <= KEYS || random.nextBoolean();
      SortedMap<Integer, long[]> weak = answer(weakHas, limit);
      SortedMap<Integer, long[]> strong = answer(all, limit);
      PairFinding found = judge(weak, strong, sentAt, limited);
      seen.merge(found, 1, Integer::sum);

      boolean lacks = lacksSomething(state(weakHas), limit, strong);
      // Of an answer that is no shorter than the other nobody sees whether the limit has cut it.
      boolean known = !limited || weak.size() < strong.size() || weak.size() == limit;
      if (known) {
        assertThat(found == PairFinding.STALE).as("%s %s", weakHas, all).isEqualTo(lacks);
      }
      assertThat(lacks || found != PairFinding.STALE).as("%s %s", weakHas, all).isTrue();
      assertThat(found == PairFinding.SAME).as("%s %s", weakHas, all).isEqualTo(same(weak, strong));
    }
    assertThat(seen)
        .containsOnlyKeys(PairFinding.SAME, PairFinding.STALE, PairFinding.UNDECIDED)
        .allSatisfy((finding, times) -> assertThat(times).isGreaterThan(HISTORIES / 100));
  }

  /**
   * Writes come in while the pair is under way, and each read may have got any of them, but no
   * deletion that only the weaker one knows: what is called stale lacks something that had been
   * written before.
   */
  @Test
  void aWriteUnderWayMakesNoPairStale() {
    Map<PairFinding, Integer> seen = new EnumMap<>(PairFinding.class);
    for (int i = 0; i < HISTORIES; i++) {
      List<Event> all = history(random.nextInt(2, 14));
      int sentAt = random.nextInt(1, all.size());
      List<Event> weakHas = part(all, event -> true);
      List<Event> strongHas =
          part(all, event -> event.at() > sentAt && !(event.deletion() && weakHas.contains(event)));
      int limit = random.nextBoolean() ? KEYS + 1 : random.nextInt(1, KEYS);
      PairFinding found =
          judge(answer(weakHas, limit), answer(strongHas, limit), sentAt, limit <= KEYS);
      seen.merge(found, 1, Integer::sum);

      List<Event> caughtUp = new ArrayList<>(all);
      caughtUp.removeIf(event -> event.at() > sentAt && !weakHas.contains(event));
      boolean stale = !same(answer(weakHas, limit), answer(caughtUp, limit));
      assertThat(stale || found != PairFinding.STALE)
          .as("%s of %s, sent at %s, found by %s", weakHas, all, sentAt, strongHas)
          .isTrue();
    }
    assertThat(seen)
        .containsOnlyKeys(PairFinding.values())
        .allSatisfy((finding, times) -> assertThat(times).isGreaterThan(HISTORIES / 100));
  }

  private List<Event> history(int length) {
    List<Event> events = new ArrayList<>();
    for (int at = 1; at <= length; at++) {
      boolean deletion = random.nextInt(5) == 0;
      int cell = deletion && random.nextBoolean() ? -1 : random.nextInt(CELLS);
      events.add(new Event(at, random.nextInt(KEYS), cell, deletion));
    }
    return events;
  }

  /** All events but for some of those that may be missing. */
  private List<Event> part(List<Event> all, Predicate<Event> mayMiss) {
    int share = random.nextInt(1, 10);
    return all.stream()
        .filter(event -> !mayMiss.test(event) || random.nextInt(10) >= share)
        .toList();
  }

  /** When each cell that is there was written; only rows with cells. */
  private static SortedMap<Integer, long[]> state(List<Event> events) {
    SortedMap<Integer, long[]> rows = new TreeMap<>();
    for (int key = 0; key < KEYS; key++) {
      long[] writtenAt = new long[CELLS];
      boolean any = false;
      for (int cell = 0; cell < CELLS; cell++) {
        Event newest = null;
        for (Event event : events) {
          if (event.key() == key && (event.cell() == cell || event.cell() < 0)) {
            newest = event;
          }
        }
        boolean there = newest != null && !newest.deletion();
        writtenAt[cell] = there ? newest.at() : Cells.NONE;
        any |= there;
      }
      if (any) {
        rows.put(key, writtenAt);
      }
    }
    return rows;
  }

  private static SortedMap<Integer, long[]> answer(List<Event> events, int limit) {
    SortedMap<Integer, long[]> rows = state(events);
    while (rows.size() > limit) {
      rows.remove(rows.lastKey());
    }
    return rows;
  }

  /**
   * Whether a cell of the stronger answer is not in the weaker one, or older, but belongs there.
   */
  private static boolean lacksSomething(
      SortedMap<Integer, long[]> weak, int limit, SortedMap<Integer, long[]> strong) {
    for (Map.Entry<Integer, long[]> row : strong.entrySet()) {
      boolean belongs = weak.headMap(row.getKey()).size() < limit;
      long[] other = weak.get(row.getKey());
      for (int cell = 0; cell < CELLS; cell++) {
        if (belongs
            && (other == null || other[cell] < row.getValue()[cell])
            && row.getValue()[cell] != Cells.NONE) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean same(SortedMap<Integer, long[]> one, SortedMap<Integer, long[]> other) {
    return one.keySet().equals(other.keySet())
        && one.entrySet().stream()
            .allMatch(row -> Arrays.equals(row.getValue(), other.get(row.getKey())));
  }

  private static PairFinding judge(
      SortedMap<Integer, long[]> weak,
      SortedMap<Integer, long[]> strong,
      int sentAt,
      boolean limited) {
    return SliceJudge.judge(slice(weak), slice(strong), sentAt, RISING, limited);
  }

  private static SliceAnswer slice(SortedMap<Integer, long[]> rows) {
    LinkedHashMap<List<ByteBuffer>, Cells> kept = new LinkedHashMap<>();
    rows.forEach(
        (key, writtenAt) ->
            kept.put(SliceJudgeTest.key(key), new Cells(writtenAt, new boolean[CELLS])));
    return new SliceAnswer(kept, null, false, false);
  }
}
