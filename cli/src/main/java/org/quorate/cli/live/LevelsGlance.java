package org.quorate.cli.live;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.quorate.cassandra.control.PublishedWord;

/**
 * Which levels an agent publishes, as of its last look. Immutable.
 *
 * @param words of each table, in the order of the agent's file; none where publishing could not
 *     begin
 * @param valid how long after a word clients follow it
 * @param obstacle why publishing could not begin, one sentence; empty where it has begun
 */
public record LevelsGlance(List<PublishedWord> words, Duration valid, Optional<String> obstacle) {
  /** For so long no word need be acknowledged: a node that is started anew is away for less. */
  public static final Duration PATIENCE = Duration.ofSeconds(30);

  public LevelsGlance {
    words = List.copyOf(words);
  }

  /** Tables of which no word was acknowledged for longer than {@link #PATIENCE}. */
  public List<PublishedWord> late() {
    return words.stream().filter(word -> word.age().compareTo(PATIENCE) > 0).toList();
  }

  /** Whether publishing fails for good, as far as anybody can tell by now. */
  public boolean isFailing() {
    return obstacle.isPresent() || !late().isEmpty();
  }

  /** Whether clients may still follow a word. */
  boolean isFollowed(PublishedWord word) {
    return word.acknowledged().isPresent() && word.age().compareTo(valid) <= 0;
  }

  /** What is published of a table; empty where nothing is to be. */
  Optional<PublishedWord> of(String table) {
    return words.stream().filter(word -> word.table().toString().equals(table)).findFirst();
  }
}
