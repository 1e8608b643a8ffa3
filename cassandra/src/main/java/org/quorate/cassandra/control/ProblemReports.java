package org.quorate.cassandra.control;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.monitor.MonitorReading;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.control.budget.BudgetState;
import org.quorate.core.control.budget.BudgetStatus;

/**
 * Tells what goes wrong for a controller, each once and not again until it has changed.
 * Thread-safe.
 */
final class ProblemReports {
  private static final String COUNTS = "counts";

  /** Among so many one that can have a pair would have been drawn too, if there are any. */
  private static final long FEWEST_DRAWN = 200;

  private final Events events;
  private final int readingsUntilTold;

  /** Why tables cannot be minded now, as told. */
  private final Map<TableName, String> leftAlone = new ConcurrentHashMap<>();

  /** The last failure of each table's propagation time, and under {@link #COUNTS} of the counts. */
  private final Map<Object, String> failing = new ConcurrentHashMap<>();

  /** How many readings in a row nodes have been silent in. */
  private final Map<UUID, Integer> silent = new HashMap<>();

  /** What the strongest level of tables means for their promise, as told. */
  private final Map<TableName, String> limits = new ConcurrentHashMap<>();

  /** Why guarantees of tables cannot be kept, as told. */
  private final Map<TableName, String> broken = new ConcurrentHashMap<>();

  /** How error budgets of tables stand, as told. */
  private final Map<TableName, BudgetState> budgets = new ConcurrentHashMap<>();

  /** Tables beside whose reads no pair can be sent, as told. */
  private final Set<TableName> unpaired = ConcurrentHashMap.newKeySet();

  /** Tables whose pairs have shown clocks to be apart, as told. */
  private final Set<TableName> clocksApart = ConcurrentHashMap.newKeySet();

  /** Tables whose pairs take far longer than what was measured, as told. */
  private final Set<TableName> tooShort = ConcurrentHashMap.newKeySet();

  /** Tables of which nothing recent is known, as told. */
  private Set<TableName> lost = Set.of();

  /**
   * @param readingsUntilTold in so many readings in a row a node is silent before that is told
   */
  ProblemReports(Events events, int readingsUntilTold) {
    this.events = events;
    this.readingsUntilTold = readingsUntilTold;
  }

  /** A table cannot be minded. */
  void unusable(TableName table, String problem) {
    if (!problem.equals(leftAlone.put(table, problem))) {
      events.tell(Kind.LEFT_ALONE, table, null, null, problem);
    }
  }

  /** A table can be minded, as after it was made again. */
  void usable(TableName table) {
    if (leftAlone.remove(table) != null) {
      events.tell(Kind.LEFT_ALONE, table, null, null, "The table is minded again.");
    }
  }

  /** The servers' counts are known; some of them, or a source, may be missing. */
  void read(MonitorReading reading) {
    failing.remove(COUNTS);
    List<String> sentences = new ArrayList<>(reading.problems());
    sentences.addAll(newlySilent(reading.silent()));
    if (!sentences.isEmpty()) {
      // The monitor tells each once: in one event none is held back and lost.
      events.tell(Kind.SOURCE_PROBLEM, null, null, null, String.join(" ", sentences));
    }
  }

  private synchronized List<String> newlySilent(List<UUID> nodes) {
    silent.keySet().retainAll(new HashSet<>(nodes));
    List<String> sentences = new ArrayList<>();
    for (UUID node : nodes) {
      if (silent.merge(node, 1, Integer::sum) == readingsUntilTold) {
        sentences.add(
            "The node with host id "
                + node
                + " is up and does not answer the monitor; until it does its share of the traffic"
                + " is not known, so that policies that go by rates read at the safe level, and"
                + " quorate goes by what it last knew of how much others write.");
      }
    }
    return sentences;
  }

  /** The servers' counts could not be had. */
  void countsFailed(Throwable failure) {
    tell(COUNTS, null, Failures.sentence(failure));
  }

  /** A table's propagation time was measured. */
  void measured(TableName table) {
    failing.remove(table);
  }

  /** A table's propagation time could not be measured. */
  void measuringFailed(TableName table, Throwable failure) {
    tell(table, table, "The propagation time could not be measured: " + Failures.sentence(failure));
  }

  /** The strongest level that a table's reads may be sent at can break the promise. */
  void limited(TableName table, String limit) {
    if (!limit.equals(limits.put(table, limit))) {
      events.tell(Kind.LIMITED, table, null, null, limit);
    }
  }

  /**
   * No pair was ever compared beside a table's reads, though some were drawn that can have none.
   *
   * @param drawn so many of them
   */
  void unpaired(TableName table, long drawn) {
    if (drawn >= FEWEST_DRAWN && unpaired.add(table)) {
      events.tell(
          Kind.SAMPLING,
          table,
          null,
          null,
          "No pair was compared beside the table's reads yet: "
              + drawn
              + " that were drawn are not prepared, are reactive, or read what cannot be compared."
              + " So nothing shows rows that are stale because other"
              + " processes write them. Prepare the reads; where that cannot be and others write"
              + " the table, choose model = random-read, or pin a level that meets every write.");
    }
  }

  /** Whether pairs have shown of late that clocks which date a table's rows are ahead of this. */
  void clocks(TableName table, boolean areApart) {
    if (!areApart) {
      clocksApart.remove(table);
    } else if (clocksApart.add(table)) {
      events.tell(
          Kind.SAMPLING,
          table,
          null,
          null,
          "A pair of reads has a cell that was written after its answer was back, by the clock that"
              + " dated it: that is ahead of this process's, and pairs of reads take what is stale"
              + " for written since. So they lower no level until half an hour after the last such"
              + " cell, and the share of stale reads that they show is too low. Have the clocks of"
              + " all clients, and of servers that date writes, kept together, as by NTP.");
    }
  }

  /** How many times as long as was measured round trips are, as pairs have shown; at least 1. */
  void times(TableName table, double tooShortBy) {
    if (tooShortBy == 1) {
      tooShort.remove(table);
    } else if (tooShort.add(table)) {
      events.tell(
          Kind.SOURCE_PROBLEM,
          table,
          null,
          null,
          String.format(
              Locale.ROOT,
              "Pairs of reads wait for replicas about %.1f times as long as was measured of round"
                  + " trips, so these are taken for so much longer until they agree. If that lasts,"
                  + " look what the source of the propagation time asks, and by way of which nodes.",
              tooShortBy));
    }
  }

  /** A table's guarantees cannot be kept, or can again. */
  void guaranteed(TableName table, Optional<String> objection) {
    String why = objection.orElse(null);
    if (why != null && !why.equals(broken.put(table, why))) {
      events.tell(
          Kind.GUARANTEE,
          table,
          null,
          null,
          "What was guaranteed of the table does not hold from now on: " + why);
    } else if (why == null && broken.remove(table) != null) {
      events.tell(
          Kind.GUARANTEE,
          table,
          null,
          null,
          "What was guaranteed of the table holds again for what is written and read from now on.");
    }
  }

  /**
   * How a table's error budget stands: an alarm is told when it is raised, and when the last is
   * lowered; that a worse one has become a lesser one is not.
   */
  void spent(TableName table, BudgetStatus budget) {
    BudgetState before = budgets.getOrDefault(table, BudgetState.CALM);
    BudgetState now = budget.state();
    budgets.put(table, now);
    if (now.compareTo(before) > 0 || (now == BudgetState.CALM && before != now)) {
      events.tell(Kind.BUDGET, table, null, null, budget.sentence());
    }
  }

  /**
   * Nothing recent is known any more of some tables, and of others something is. The rest, as those
   * that are pinned or switched off, stay what they were told to be.
   */
  synchronized void lost(Set<TableName> now, Set<TableName> known) {
    if (!lost.containsAll(now)) {
      events.tell(
          Kind.MONITOR_LOST,
          null,
          null,
          null,
          "The counts or propagation times of "
              + names(now)
              + " are not known any more; their reads go out at the safe level until they are.");
    }
    Set<TableName> back = new TreeSet<>(lost);
    back.retainAll(known);
    if (!back.isEmpty()) {
      events.tell(
          Kind.MONITOR_BACK,
          null,
          null,
          null,
          "The counts and propagation times of " + names(back) + " are known again.");
    }
    Set<TableName> still = new TreeSet<>(lost);
    still.removeAll(known);
    still.addAll(now);
    lost = still;
  }

  private static String names(Set<TableName> tables) {
    return tables.stream().map(TableName::toString).collect(Collectors.joining(", "));
  }

  /** Does what concerns one table, and tells where it fails, so that others are minded still. */
  void unlessFailing(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      unexpected(e);
    }
  }

  /** The controller itself failed. */
  void unexpected(Throwable failure) {
    events.tell(
        Kind.SOURCE_PROBLEM,
        null,
        null,
        null,
        "The levels could not be kept: " + Failures.sentence(failure));
  }

  private void tell(Object of, @Nullable TableName table, String sentence) {
    if (!sentence.equals(failing.put(of, sentence))) {
      events.tell(Kind.SOURCE_PROBLEM, table, null, null, sentence);
    }
  }
}
