package org.quorate.cassandra.management;

import java.util.List;

/**
 * What an operator can look at and switch by JMX, under {@code
 * org.quorate:type=LevelSwitch,session=NAME}. Every operation with a wrong argument fails with a
 * sentence that says what is right.
 */
public interface LevelSwitchMXBean {
  /** {@code OBSERVE}, {@code ADAPT} or {@code OFF}. */
  String getMode();

  void setMode(String mode);

  /** One line for each table: its level, why, what that rests on, and what every level costs. */
  List<String> getTables();

  /** One line for each table: which share of its writes was visible everywhere in time. */
  List<String> getFreshness();

  /** One line for each table that keeps an error budget: how much is spent, and how fast. */
  List<String> getErrorBudgets();

  /** One line for each node: whether its replica may lack writes, and why. */
  List<String> getReplicas();

  /**
   * Takes a node for repaired, as after {@code nodetool repair}.
   *
   * @param node its host id, or its name as {@link #getReplicas()} has it
   */
  void declareRepaired(String node);

  /**
   * Pins a table's reads.
   *
   * @param table {@code keyspace.table}
   * @param level such as {@code QUORUM}
   */
  void pin(String table, String level);

  /** Releases a table's reads. */
  void release(String table);

  /** Pins the reads of every table that is opted in. */
  void pinAll(String level);

  /** Releases the reads of every table. */
  void releaseAll();
}
