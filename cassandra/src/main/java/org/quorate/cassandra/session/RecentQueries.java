package org.quorate.cassandra.session;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the queries that were sent last. There are two generations: when the young one
 * is full it becomes the old one, which is forgotten but for what was asked for meanwhile. So all
 * of them together have a bounded number of characters, and to find one takes no lock. Thread-safe.
 */
final class RecentQueries<V> {
  /** Of both generations; a query that is not remembered is read again each time. */
  static final int MOST_CHARACTERS = 1 << 20;

  /** Longer texts are hardly written by hand, and would make the others be forgotten. */
  static final int LONGEST = MOST_CHARACTERS / 16;

  /** What a query takes besides its text, in characters. */
  private static final int OVERHEAD = 100;

  /**
   * A text, and where it was sent.
   *
   * @param keyspace in which names without one are, or null for none
   */
  record Query(@Nullable CqlIdentifier keyspace, String text) {}

  private volatile Map<Query, V> young = new ConcurrentHashMap<>();
  private volatile Map<Query, V> old = Map.of();
  private int youngCharacters;

  /** What is known of a query, or null where that is not remembered. */
  @Nullable V find(Query query) {
    @Nullable V found = young.get(query);
    if (found == null) {
      found = old.get(query);
      if (found != null) {
        remember(query, found);
      }
    }
    return found;
  }

  /** Remembers it for a while, unless the text is too long. */
  synchronized void remember(Query query, V known) {
    int characters = query.text.length() + OVERHEAD;
    if (query.text.length() > LONGEST || young.putIfAbsent(query, known) != null) {
      return;
    }
    youngCharacters += characters;
    if (youngCharacters > MOST_CHARACTERS / 2 - LONGEST - OVERHEAD) {
      old = young;
      young = new ConcurrentHashMap<>();
      youngCharacters = 0;
    }
  }

  /** Of all texts that are remembered. */
  synchronized int characters() {
    return young.keySet().stream().mapToInt(query -> query.text.length()).sum()
        + old.keySet().stream().mapToInt(query -> query.text.length()).sum();
  }
}
