package org.quorate.cassandra.statement;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a statement is to an adaptive session. */
public sealed interface StatementShape {
  /** Something to leave alone. */
  StatementShape OTHER = new Other();

  /**
   * A name as the server keeps it.
   *
   * @param keyspace null-free; empty where the statement names none and the session's is meant
   */
  record Target(String keyspace, String table) {}

  /** How a relation restricts its columns. */
  enum Operator {
    /** To one value. */
    EQUAL,
    /** To one of several values. */
    IN,
    /** By an inequality, or to what is between two values. */
    RANGE
  }

  /**
   * One part of {@code WHERE}.
   *
   * @param columns one, or several in brackets, as the server keeps their names
   */
  record Relation(List<String> columns, Operator operator) {
    public Relation {
      columns = List.copyOf(columns);
    }
  }

  /**
   * The first column of {@code ORDER BY}.
   *
   * @param column as the server keeps its name
   */
  record Ordering(String column, boolean descending) {}

  /**
   * A plain read that restricts columns by equality, {@code IN} and inequalities.
   *
   * @param relations in the statement's order
   * @param ordering empty for the table's own order
   * @param limited whether the number of rows is
   * @param restriction the text from {@code WHERE} to the end, with the statement's own markers
   * @param markersBeforeRestriction whether bind markers occur before {@code WHERE}
   */
  record Read(
      Target target,
      List<Relation> relations,
      Optional<Ordering> ordering,
      boolean limited,
      String restriction,
      boolean markersBeforeRestriction)
      implements StatementShape {
    public Read {
      relations = List.copyOf(relations);
    }
  }

  /**
   * Writes with conditions.
   *
   * @param targets tables that are written so
   */
  record ConditionalWrite(Set<Target> targets) implements StatementShape {
    public ConditionalWrite {
      targets = Set.copyOf(targets);
    }
  }

  /** What a write leaves of the rows that it names. */
  enum Effect {
    /** One row is there from then on, until something else removes it. */
    PUTS_ROW,
    /** Rows that were there still are. */
    KEEPS_ROWS,
    /** Rows may be gone, then or later. */
    MAY_REMOVE_ROWS
  }

  /**
   * Writes without a condition.
   *
   * @param targets tables that are written
   */
  record Write(Set<Target> targets, Effect effect) implements StatementShape {
    public Write {
      targets = Set.copyOf(targets);
    }
  }

  /** Anything else. */
  record Other() implements StatementShape {}
}
