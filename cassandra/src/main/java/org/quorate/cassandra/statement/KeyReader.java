package org.quorate.cassandra.statement;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.statement.Tokens.Kind;
import org.quorate.cassandra.statement.Tokens.Token;

/**
 * Finds the values of some columns in one statement: those that {@code INSERT} lists, and those
 * that {@code WHERE} has equal to one marker or literal. Cautious: where anything else is said of
 * such a column, as by a function, {@code IN} or {@code JSON}, and in a batch, nothing is found.
 * Pure.
 */
public final class KeyReader {
  private final String query;
  private final List<Token> tokens;
  private final Map<String, KeyValue> found = new HashMap<>();

  /** For each token how many bind markers are before it. */
  private final int[] markers;

  private KeyReader(String query) {
    this.query = query;
    this.tokens = Tokens.of(query);
    this.markers = new int[tokens.size()];
  }

  /**
   * The values of columns, in the order of their names.
   *
   * @param columns as the server keeps the names
   * @return empty unless each is found, once
   */
  public static Optional<List<KeyValue>> read(String query, List<String> columns) {
    KeyReader reader = new KeyReader(query);
    if (!reader.count() || !reader.look()) {
      return Optional.empty();
    }
    List<KeyValue> values = new ArrayList<>();
    for (String column : columns) {
      KeyValue value = reader.found.get(column);
      if (value == null) {
        return Optional.empty();
      }
      values.add(value);
    }
    return Optional.of(values);
  }

  /** False where a colon may be one of a literal with fields, and no marker. */
  private boolean count() {
    int braces = 0;
    int soFar = 0;
    for (int i = 0; i < markers.length; i++) {
      markers[i] = soFar;
      Token token = tokens.get(i);
      braces += token.isSign("{") ? 1 : token.isSign("}") ? -1 : 0;
      if (token.isSign("?")) {
        soFar++;
      } else if (token.isSign(":") && i + 1 < markers.length && tokens.get(i + 1).isName()) {
        if (braces > 0) {
          return false;
        }
        soFar++;
      }
    }
    return true;
  }

  private boolean look() {
    if (tokens.isEmpty() || tokens.get(0).isWord("begin")) {
      return false;
    }
    return tokens.get(0).isWord("insert") ? insert() : where();
  }

  private boolean insert() {
    int at = 0;
    while (at < tokens.size() && !tokens.get(at).isSign("(")) {
      if (tokens.get(at).isWord("json")) {
        return false;
      }
      at++;
    }
    List<String> names = new ArrayList<>();
    for (at++; at < tokens.size() && !tokens.get(at).isSign(")"); at++) {
      if (tokens.get(at).isName()) {
        names.add(tokens.get(at).text());
      }
    }
    at++;
    if (at + 1 >= tokens.size() || !tokens.get(at).isWord("values")) {
      return false;
    }
    int column = 0;
    int start = at + 2;
    int depth = 0;
    for (at += 2; at < tokens.size() && depth >= 0; at++) {
      Token token = tokens.get(at);
      if (token.isSign("(") || token.isSign("[") || token.isSign("{")) {
        depth++;
      } else if (token.isSign(")") || token.isSign("]") || token.isSign("}")) {
        depth--;
      }
      if (depth < 0 || (depth == 0 && token.isSign(","))) {
        KeyValue value = value(start, at);
        if (value != null && column < names.size()) {
          found.put(names.get(column), value);
        }
        column++;
        start = at + 1;
      }
    }
    return column == names.size();
  }

  /** Relations are between {@code WHERE}, each {@code AND}, and the first word that ends them. */
  private boolean where() {
    int at = 0;
    while (at < tokens.size() && !tokens.get(at).isWord("where")) {
      at++;
    }
    int start = at + 1;
    int depth = 0;
    for (at++; at <= tokens.size(); at++) {
      Token token = at < tokens.size() ? tokens.get(at) : null;
      if (token != null) {
        depth += token.isSign("(") ? 1 : token.isSign(")") ? -1 : 0;
      }
      boolean ends = token == null || (depth == 0 && ends(token));
      if (ends || (depth == 0 && token != null && token.isWord("and"))) {
        relation(start, at);
        start = at + 1;
      }
      if (ends) {
        return true;
      }
    }
    return true;
  }

  private static boolean ends(Token token) {
    return token.isSign(";")
        || token.isWord("if")
        || token.isWord("order")
        || token.isWord("group")
        || token.isWord("per")
        || token.isWord("limit")
        || token.isWord("allow");
  }

  private void relation(int start, int end) {
    if (end - start < 3 || !tokens.get(start).isName() || !tokens.get(start + 1).isSign("=")) {
      return;
    }
    KeyValue value = value(start + 2, end);
    if (value != null) {
      found.put(tokens.get(start).text(), value);
    }
  }

  /** What stands from one token to another, which is behind it, where that is one value. */
  private @Nullable KeyValue value(int start, int end) {
    if (start >= end) {
      return null;
    }
    Token first = tokens.get(start);
    int count = end - start;
    if (count == 1 && first.isSign("?")) {
      return new KeyValue.Marker(markers[start], "");
    }
    if (count == 2 && first.isSign(":") && tokens.get(start + 1).isName()) {
      return new KeyValue.Marker(markers[start], tokens.get(start + 1).text());
    }
    Token last = tokens.get(end - 1);
    boolean isLiteral =
        last.kind() == Kind.LITERAL && (count == 1 || (count == 2 && first.isSign("-")));
    boolean isTruth = count == 1 && (first.isWord("true") || first.isWord("false"));
    return isLiteral || isTruth
        ? new KeyValue.Literal(query.substring(first.start(), last.end()))
        : null;
  }
}
