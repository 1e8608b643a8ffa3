package org.quorate.lab.deferral;

import java.util.Map;
import java.util.NavigableSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/** The numbers of all deletes of each cell, whoever made them. Thread-safe. */
final class CellDeletes {
  private final Map<String, NavigableSet<Long>> deletes = new ConcurrentHashMap<>();

  /** A delete is about to be written. */
  void add(String cell, long number) {
    deletes.computeIfAbsent(cell, name -> new ConcurrentSkipListSet<>()).add(number);
  }

  /** The first delete of a cell that is not earlier than a number; null if there is none. */
  @Nullable Long from(String cell, long number) {
    NavigableSet<Long> numbers = deletes.get(cell);
    return numbers == null ? null : numbers.ceiling(number);
  }
}
