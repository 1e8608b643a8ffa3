package org.quorate.cassandra.control;

import java.util.List;

/**
 * What a session has published for clients in other languages. Immutable.
 *
 * @param written words on tables so far that a server has acknowledged
 * @param failed words so far that none has
 * @param words how it stands with each table, in the order in which they were opted in
 */
public record PublishedLevels(long written, long failed, List<PublishedWord> words) {
  public PublishedLevels {
    words = List.copyOf(words);
  }
}
