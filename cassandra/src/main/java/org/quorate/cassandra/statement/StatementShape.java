package org.quorate.cassandra.statement;

import java.util.List;
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

  /**
   * A plain read that restricts columns by equality alone.
   *
   * @param columns the restricted columns, as the server keeps their names
   * @param restriction the text from {@code WHERE} to the end, with the statement's own markers
   * @param markersBeforeRestriction whether bind markers occur before {@code WHERE}
   */
  record Read(
      Target target, List<String> columns, String restriction, boolean markersBeforeRestriction)
      implements StatementShape {
    public Read {
      columns = List.copyOf(columns);
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

  /** Anything else. */
  record Other() implements StatementShape {}
}
