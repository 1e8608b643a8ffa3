package org.quorate.cassandra.monitor;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Sentences for people, each told once, however often it occurs. Not thread-safe. */
final class Problems {
  /** Sentences name nodes, which come and go; after so many different ones nothing more is told. */
  private static final int LIMIT = 200;

  private final Set<String> told = new HashSet<>();
  private final List<String> waiting = new ArrayList<>();

  void tell(String sentence) {
    tell(sentence, sentence);
  }

  /**
   * @param what it is about; a second sentence about the same is not told
   */
  void tell(String what, String sentence) {
    if (told.size() < LIMIT && told.add(what)) {
      waiting.add(sentence);
    }
  }

  /** What has not been told yet. */
  List<String> take() {
    List<String> taken = List.copyOf(waiting);
    waiting.clear();
    return taken;
  }
}
