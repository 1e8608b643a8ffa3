package org.quorate.cassandra.statement;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.statement.StatementShape.Operator;
import org.quorate.cassandra.statement.StatementShape.Relation;

/**
 * Recognises one relation of {@code WHERE} between columns and values: {@code a = ?}, {@code a >= ?
 * }, {@code a IN (?, ?)}, {@code a BETWEEN ? AND ?}, and the same of several columns in brackets.
 * Values are markers and literals; with a function, an operation, a collection or {@code token()}
 * it is not recognised.
 */
final class RelationReader {
  private final Cursor cursor;

  RelationReader(Cursor cursor) {
    this.cursor = cursor;
  }

  /** The relation here, behind which the cursor then is, or null. */
  @Nullable Relation read() {
    List<String> columns = new ArrayList<>();
    boolean several = cursor.isSign("(");
    if (!(several ? cursor.skipList(1, () -> name(columns)) : name(columns))) {
      return null;
    }
    Operator operator = operator(several);
    return operator == null ? null : new Relation(columns, operator);
  }

  private boolean name(List<String> columns) {
    String name = cursor.skipName();
    if (name == null) {
      return false;
    }
    columns.add(name);
    return true;
  }

  private @Nullable Operator operator(boolean several) {
    if (cursor.skipSign("=")) {
      return value(several) ? Operator.EQUAL : null;
    }
    if (cursor.skipSign("<") || cursor.skipSign(">")) {
      cursor.skipSign("=");
      return value(several) ? Operator.RANGE : null;
    }
    if (cursor.skipWord("in")) {
      return values(several) ? Operator.IN : null;
    }
    if (cursor.skipWord("between")) {
      return value(several) && cursor.skipWord("and") && value(several) ? Operator.RANGE : null;
    }
    return null;
  }

  /** One value of a column, or one of several columns: in brackets, or a marker for them all. */
  private boolean value(boolean several) {
    boolean bracketed = several && cursor.isSign("(");
    return bracketed ? cursor.skipValues(1) : simple(several);
  }

  private boolean simple(boolean several) {
    return several ? cursor.skipMarker() : cursor.skipValue();
  }

  private boolean values(boolean several) {
    return cursor.isSign("(") ? cursor.skipList(0, () -> value(several)) : cursor.skipMarker();
  }
}
