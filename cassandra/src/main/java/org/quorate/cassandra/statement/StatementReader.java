package org.quorate.cassandra.statement;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.statement.Tokens.Kind;
import org.quorate.cassandra.statement.Tokens.Token;

/**
 * Recognises statements by their text. Cautious: a read with a function, an aggregate, {@code
 * token()}, {@code CONTAINS}, {@code LIKE}, {@code DISTINCT}, {@code JSON}, {@code GROUP BY} or
 * {@code ALLOW FILTERING} is {@link StatementShape#OTHER}, and so is what it does not understand.
 * Whether the restricted columns leave one partition is for the caller to look up, by {@link
 * PartitionRestriction}. Pure.
 */
public final class StatementReader {
  /** Functions of a selected column that leave it one row's own value. */
  private static final Set<String> HARMLESS = Set.of("writetime", "ttl");

  private final String query;
  private final List<Token> tokens;

  private StatementReader(String query) {
    this.query = query;
    this.tokens = Tokens.of(query);
  }

  /** What the statement is. */
  public static StatementShape read(String query) {
    StatementReader reader = new StatementReader(query);
    StatementShape shape = reader.shape();
    return shape == null ? StatementShape.OTHER : shape;
  }

  private @Nullable StatementShape shape() {
    if (tokens.isEmpty() || tokens.get(0).kind() != Kind.WORD) {
      return null;
    }
    return switch (tokens.get(0).text()) {
      case "select" -> select();
      case "insert", "update", "delete", "begin" -> write();
      case "truncate" -> truncate();
      default -> null;
    };
  }

  /** A word {@code if} that is neither inside brackets nor a name is a condition. */
  private @Nullable StatementShape write() {
    Set<StatementShape.Target> targets = new HashSet<>();
    boolean conditional = false;
    int depth = 0;
    Cursor cursor = new Cursor(tokens);
    while (!cursor.isAtEnd()) {
      Token token = cursor.token();
      cursor.next();
      if (token.isSign("(") || token.isSign("[") || token.isSign("{")) {
        depth++;
      } else if (token.isSign(")") || token.isSign("]") || token.isSign("}")) {
        depth--;
      } else if (depth == 0 && token.isWord("if") && !isName(cursor.at() - 1)) {
        conditional = true;
      } else if (depth == 0
          && (token.isWord("into") || token.isWord("update") || token.isWord("from"))) {
        StatementShape.Target target = target(cursor);
        if (target != null) {
          targets.add(target);
        }
      }
    }
    return conditional
        ? new StatementShape.ConditionalWrite(targets)
        : new StatementShape.Write(targets, effect());
  }

  /** What has a time to live is taken for gone, since nobody here knows when it will be. */
  private StatementShape.Effect effect() {
    String verb = tokens.get(0).text();
    if (tokens.stream().anyMatch(token -> token.isWord("ttl"))) {
      return StatementShape.Effect.MAY_REMOVE_ROWS;
    }
    return switch (verb) {
      case "insert" -> StatementShape.Effect.PUTS_ROW;
      case "update" -> StatementShape.Effect.KEEPS_ROWS;
      default -> StatementShape.Effect.MAY_REMOVE_ROWS;
    };
  }

  private @Nullable StatementShape truncate() {
    Cursor cursor = new Cursor(tokens);
    cursor.next();
    if (tokens.size() > 2 && (cursor.isWord("table") || cursor.isWord("columnfamily"))) {
      cursor.next();
    }
    StatementShape.Target target = target(cursor);
    return target == null
        ? null
        : new StatementShape.Write(Set.of(target), StatementShape.Effect.MAY_REMOVE_ROWS);
  }

  /** Whether the word stands where only a name can: assigned to, compared, or in a list. */
  private boolean isName(int index) {
    if (index + 1 >= tokens.size()) {
      return true;
    }
    Token next = tokens.get(index + 1);
    return next.isSign("=") || next.isSign(",") || next.isSign(".");
  }

  private @Nullable StatementShape select() {
    Cursor cursor = new Cursor(tokens);
    cursor.next();
    if (cursor.isWord("distinct") || cursor.isWord("json")) {
      return null;
    }
    boolean markers = false;
    for (; !cursor.isAtEnd() && !cursor.isWord("from"); cursor.next()) {
      Token token = cursor.token();
      if (token.isSign("(") && !HARMLESS.contains(tokens.get(cursor.at() - 1).text())) {
        return null;
      }
      markers |= token.isSign("?") || token.isSign(":");
    }
    cursor.next();
    StatementShape.Target target = target(cursor);
    if (target == null || !cursor.isWord("where")) {
      return null;
    }
    int start = cursor.token().start();
    List<StatementShape.Relation> relations = new ArrayList<>();
    RelationReader reader = new RelationReader(cursor);
    do {
      cursor.next();
      StatementShape.Relation relation = reader.read();
      if (relation == null) {
        return null;
      }
      relations.add(relation);
    } while (cursor.isWord("and"));
    return end(cursor, target, relations, rest(start), markers);
  }

  /** Nothing more, or an order and limits, which keep a read within its partition. */
  private static @Nullable StatementShape end(
      Cursor cursor,
      StatementShape.Target target,
      List<StatementShape.Relation> relations,
      String restriction,
      boolean markers) {
    Optional<StatementShape.Ordering> ordering = Optional.empty();
    boolean limited = false;
    while (!cursor.isAtEnd()) {
      if (cursor.skipWord("per")) {
        if (!cursor.skipWord("partition") || !cursor.isWord("limit")) {
          return null;
        }
      } else if (cursor.skipWord("limit")) {
        if (!cursor.skipValue()) {
          return null;
        }
        limited = true;
      } else if (cursor.skipWord("order")) {
        StatementShape.Ordering found = cursor.skipWord("by") ? ordering(cursor) : null;
        if (found == null) {
          return null;
        }
        ordering = Optional.of(found);
      } else if (!cursor.skipSign(";")) {
        return null;
      }
    }
    return new StatementShape.Read(target, relations, ordering, limited, restriction, markers);
  }

  private static StatementShape.@Nullable Ordering ordering(Cursor cursor) {
    StatementShape.Ordering first = null;
    do {
      String column = cursor.skipName();
      if (column == null) {
        return null;
      }
      boolean descending = cursor.skipWord("desc");
      if (!descending) {
        cursor.skipWord("asc");
      }
      if (first == null) {
        first = new StatementShape.Ordering(column, descending);
      }
    } while (cursor.skipSign(","));
    return first;
  }

  private String rest(int start) {
    String text = query.substring(start).strip();
    return text.endsWith(";") ? text.substring(0, text.length() - 1).strip() : text;
  }

  /** Null also for a name in quotes with nothing in them, which the server refuses. */
  private static StatementShape.@Nullable Target target(Cursor cursor) {
    String first = cursor.skipName();
    if (first == null || first.isEmpty()) {
      return null;
    }
    if (!cursor.skipSign(".")) {
      return new StatementShape.Target("", first);
    }
    String second = cursor.skipName();
    return second == null || second.isEmpty() ? null : new StatementShape.Target(first, second);
  }
}
