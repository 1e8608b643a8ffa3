package org.quorate.cli.agent;

import com.datastax.oss.driver.api.core.CqlSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.Quorate;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.control.PublishedLevels;
import org.quorate.cassandra.control.PublishedWord;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.metric.Metric;
import org.quorate.cassandra.session.AdaptiveSession;
import org.quorate.cli.live.LevelsGlance;

/**
 * Decides and publishes levels by a session of the library's own over an agent's connection, from
 * the first {@link #look} to the connection's end. The session has no reads; it works on threads of
 * its own, and what it tells is handed on at each look. Used by one thread.
 */
final class LookoutPublication {
  /** Of what observers tell of the same tables nothing is told twice. */
  private static final Set<String> METRICS =
      Set.of(
          "quorate.publication.words",
          "quorate.publication.failed",
          "quorate.read.level",
          "quorate.table.left.alone");

  /** What comes about in one interval of the agent is less. */
  private static final int MOST_SENTENCES = 100;

  private final AgentSettings settings;
  private final CqlSession session;
  private final Consumer<String> told;
  private final BlockingQueue<String> sentences = new ArrayBlockingQueue<>(MOST_SENTENCES);
  private @Nullable AdaptiveSession publisher;
  private Optional<String> obstacle = Optional.empty();
  private boolean isBegun;

  /**
   * @param session of the agent's own role
   * @param told sentences for people
   */
  LookoutPublication(AgentSettings settings, CqlSession session, Consumer<String> told) {
    this.settings = settings;
    this.session = session;
    this.told = told;
  }

  /** Begins to publish at the first look of a connection, and tells what has come about since. */
  void look() {
    Optional<AgentPublication> wanted = settings.publication();
    if (wanted.isPresent() && !isBegun) {
      isBegun = true;
      try {
        publisher =
            Quorate.adaptive(
                session,
                wanted.get().settings(settings.sources(), settings.propagation(), this::heard));
      } catch (RuntimeException failure) {
        String why =
            "Levels are not published until the next connection: " + Failures.sentence(failure);
        obstacle = Optional.of(why);
        told.accept(why);
      }
    }
    List<String> heard = new ArrayList<>();
    sentences.drainTo(heard);
    heard.forEach(told);
  }

  /** A level that changes is a metric; with its numbers it would be a sentence each time. */
  private void heard(LevelEvent event) {
    if (event.kind() != Kind.LEVEL_CHANGED) {
      var unused = sentences.offer(event.toString());
    }
  }

  /** Levels in force, and how publishing them goes; empty while nothing is published. */
  List<Metric> metrics() {
    AdaptiveSession open = publisher;
    return open == null
        ? List.of()
        : open.metrics().stream().filter(metric -> METRICS.contains(metric.name())).toList();
  }

  /** Which levels are published; empty where none are to be. */
  Optional<LevelsGlance> levels() {
    AdaptiveSession open = publisher;
    List<PublishedWord> words =
        open == null
            ? List.of()
            : open.levels().published().map(PublishedLevels::words).orElse(List.of());
    return settings
        .publication()
        .map(wanted -> new LevelsGlance(words, wanted.where().valid(), obstacle));
  }

  /** Leaves a last word, and closes the connection. */
  void close() {
    AdaptiveSession open = publisher;
    publisher = null;
    if (open == null) {
      session.close();
    } else {
      open.close();
    }
  }
}
