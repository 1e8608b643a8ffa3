package org.quorate.cassandra.statement;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.quorate.cassandra.statement.StatementShape.Operator;
import org.quorate.cassandra.statement.StatementShape.Relation;

/** What of a table the relations of a read leave. */
public enum PartitionRestriction {
  /** One row at most, by its whole primary key. */
  ROW,
  /** Rows of one partition that lie together, or some that are named. */
  SLICE,
  /** Anything else: several partitions, a filter, an index. */
  OTHER;

  /**
   * What a read of a table is: the partition key has to be restricted to one value, and of the
   * clustering columns the first so many, or none, by equality or {@code IN}, after which one or
   * several may be restricted by inequalities. The server needs neither an index nor a filter for
   * that; what it would refuse may count as any of these.
   *
   * @param partitionKey as the server keeps the names
   * @param clustering likewise, in the table's order
   */
  public static PartitionRestriction of(
      List<Relation> relations, List<String> partitionKey, List<String> clustering) {
    Set<String> key = new HashSet<>();
    Set<String> fixed = new HashSet<>();
    boolean row = true;
    for (Relation relation : relations) {
      if (partitionKey.containsAll(relation.columns())) {
        if (relation.operator() != Operator.EQUAL || relation.columns().size() > 1) {
          return OTHER;
        }
        key.addAll(relation.columns());
      } else if (relation.operator() != Operator.RANGE) {
        fixed.addAll(relation.columns());
      }
      row &= relation.operator() == Operator.EQUAL;
    }
    if (key.size() < partitionKey.size()
        || fixed.size() > clustering.size()
        || !fixed.equals(Set.copyOf(clustering.subList(0, fixed.size())))) {
      return OTHER;
    }
    List<String> rest = clustering.subList(fixed.size(), clustering.size());
    for (Relation relation : relations) {
      int columns = relation.columns().size();
      if (relation.operator() == Operator.RANGE
          && (columns > rest.size() || !rest.subList(0, columns).equals(relation.columns()))) {
        return OTHER;
      }
    }
    return row && rest.isEmpty() ? ROW : SLICE;
  }
}
