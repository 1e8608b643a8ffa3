package org.quorate.cassandra.control;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.monitor.TrafficRound;
import org.quorate.cassandra.recency.TableMemory;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.control.Standing;
import org.quorate.core.level.KeyRange;
import org.quorate.core.level.Level;

/**
 * Puts into effect what follows for each table from everything that is known at one moment, and
 * tells what has changed by that. Not thread-safe.
 */
final class Settlement {
  private final ReplicaRounds replicas;
  private final ProblemReports problems;
  private final Events events;
  private final Optional<PublicationRounds> publication;

  /**
   * @param publication where what is settled is published too
   */
  Settlement(
      ReplicaRounds replicas,
      ProblemReports problems,
      Events events,
      Optional<PublicationRounds> publication) {
    this.replicas = replicas;
    this.problems = problems;
    this.events = events;
    this.publication = publication;
  }

  /** Takes in what the monitor has seen of each table, and of the writes to it. */
  void seen(Map<TableName, TableControl> tables, TrafficRound round, long nowNanos) {
    tables.forEach(
        (name, control) ->
            problems.unlessFailing(
                () -> {
                  control.seen(round);
                  control.written(
                      round, replicas.shares(name.keyspace(), control.levels()), nowNanos);
                }));
  }

  /**
   * Settles all tables, each whatever becomes of the others.
   *
   * @param ended whether nobody looks at the application's level any more, so that the driver does
   */
  void settle(Map<TableName, TableControl> tables, Mode mode, boolean ended, long nowNanos) {
    Set<TableName> lost = new TreeSet<>();
    Set<TableName> known = new TreeSet<>();
    boolean returned = replicas.returned();
    boolean raising = replicas.isRaising();
    publication.ifPresent(PublicationRounds::settling);
    tables.forEach(
        (name, control) -> {
          TableMemory memory = control.level().memory();
          if (returned) {
            memory.returned();
          }
          if (!raising) {
            memory.lowered();
          }
          if (memory.pairs().counts().compared().total() == 0) {
            problems.unpaired(name, memory.unpairedReads());
          }
          boolean clocksApart = memory.clocks().areSeen(nowNanos);
          control.loop().clocks(clocksApart);
          problems.clocks(name, clocksApart);
          problems.unlessFailing(
              () -> problems.times(name, control.loop().timesTooShort(nowNanos)));
          problems.unlessFailing(
              () -> {
                List<KeyRange> behind = replicas.behind(name.keyspace(), control.levels());
                control.level().behind(behind);
                control.behind(behind, nowNanos);
              });
          problems.unlessFailing(
              () -> {
                Standing choice = control.choose(mode, nowNanos);
                if (choice.lost()) {
                  lost.add(name);
                }
                if (choice.known()) {
                  known.add(name);
                }
                settle(name, control, choice, mode, ended);
              });
        });
    problems.lost(lost, known);
    if (ended) {
      publication.ifPresent(PublicationRounds::end);
    }
  }

  private void settle(
      TableName name, TableControl control, Standing choice, Mode mode, boolean ended) {
    Level before = control.level().current();
    control.set(choice, ended);
    Level after = control.level().current();
    Guarantees.keep(control, mode, problems);
    control.limit(mode).ifPresent(limit -> problems.limited(name, limit));
    control.status().budget().ifPresent(budget -> problems.spent(name, budget));
    if (before != after) {
      events.tell(Kind.LEVEL_CHANGED, name, before, after, choice.decision().reason());
    }
    publication.ifPresent(rounds -> rounds.settled(control, choice.decision(), mode));
  }
}
