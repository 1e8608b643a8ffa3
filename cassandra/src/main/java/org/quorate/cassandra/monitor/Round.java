package org.quorate.cassandra.monitor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * One question by one source to every node, and what has come back so far. It is over when all have
 * answered, or their patience has ended. Guarded by the monitor.
 */
final class Round {
  private final Map<UUID, NodeCounts> answers = new HashMap<>();
  private final Map<UUID, SourceException> refusals = new LinkedHashMap<>();
  private final List<UUID> silent = new ArrayList<>();
  private final Set<UUID> waiting = new HashSet<>();
  private final Set<UUID> asked = new HashSet<>();
  private boolean over;

  void expect(UUID id) {
    waiting.add(id);
    asked.add(id);
  }

  /** The node is not asked, because it has not answered an earlier question yet. */
  void skip(UUID id) {
    silent.add(id);
    asked.add(id);
  }

  void answer(UUID id, NodeCounts counts) {
    if (!over && waiting.remove(id)) {
      answers.put(id, counts);
    }
  }

  void refuse(UUID id, SourceException refusal) {
    if (!over && waiting.remove(id)) {
      refusals.put(id, refusal);
      silent.add(id);
    }
  }

  void fail(UUID id) {
    if (!over && waiting.remove(id)) {
      silent.add(id);
    }
  }

  boolean isComplete() {
    return waiting.isEmpty();
  }

  /** Ends the round; who has not answered yet is silent. False where it was over already. */
  boolean end() {
    if (over) {
      return false;
    }
    over = true;
    silent.addAll(waiting);
    waiting.clear();
    return true;
  }

  /** All whose answer was, or is, waited for. */
  Set<UUID> asked() {
    return asked;
  }

  Map<UUID, NodeCounts> answers() {
    return answers;
  }

  Map<UUID, SourceException> refusals() {
    return refusals;
  }

  List<UUID> silent() {
    return silent;
  }
}
