package org.quorate.cassandra.session;

import java.util.List;
import java.util.Optional;

/**
 * What a statement is to a session: a read that may be touched, writes that are remembered, or
 * neither.
 *
 * @param writes of tables that were opted in; several in a text that is a batch
 */
record StatementPlan(Optional<ReadPlan> read, List<TableWrite> writes) {
  /** A statement to leave alone. */
  static final StatementPlan NONE = new StatementPlan(Optional.empty(), List.of());

  StatementPlan {
    writes = List.copyOf(writes);
  }
}
