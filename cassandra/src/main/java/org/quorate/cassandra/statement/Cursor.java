package org.quorate.cassandra.statement;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.statement.Tokens.Kind;
import org.quorate.cassandra.statement.Tokens.Token;

/** A place among the tokens of one statement. Methods that skip leave it anywhere if they fail. */
final class Cursor {
  private final List<Token> tokens;
  private int at;

  Cursor(List<Token> tokens) {
    this.tokens = tokens;
  }

  int at() {
    return at;
  }

  boolean isAtEnd() {
    return at >= tokens.size();
  }

  /** The token here, which is not the end. */
  Token token() {
    return tokens.get(at);
  }

  void next() {
    at++;
  }

  boolean isWord(String word) {
    return at < tokens.size() && tokens.get(at).isWord(word);
  }

  boolean isSign(String sign) {
    return at < tokens.size() && tokens.get(at).isSign(sign);
  }

  boolean skipWord(String word) {
    if (!isWord(word)) {
      return false;
    }
    at++;
    return true;
  }

  boolean skipSign(String sign) {
    if (!isSign(sign)) {
      return false;
    }
    at++;
    return true;
  }

  /** A name, as the server keeps it, or null. */
  @Nullable String skipName() {
    return at < tokens.size() && tokens.get(at).isName() ? tokens.get(at++).text() : null;
  }

  /** A marker for a value or for several. */
  boolean skipMarker() {
    return skipSign("?") || (skipSign(":") && skipName() != null);
  }

  /** One value: a marker or a literal. */
  boolean skipValue() {
    if (isSign("?") || isSign(":")) {
      return skipMarker();
    }
    if (skipWord("true") || skipWord("false")) {
      return true;
    }
    skipSign("-");
    if (at >= tokens.size() || tokens.get(at).kind() != Kind.LITERAL) {
      return false;
    }
    at++;
    return true;
  }

  /** Values in brackets, at least so many. */
  boolean skipValues(int atLeast) {
    return skipList(atLeast, this::skipValue);
  }

  /** A list in brackets. */
  boolean skipList(int atLeast, BooleanSupplier skipOne) {
    if (!skipSign("(")) {
      return false;
    }
    int found = 0;
    while (!isSign(")")) {
      if ((found > 0 && !skipSign(",")) || !skipOne.getAsBoolean()) {
        return false;
      }
      found++;
    }
    at++;
    return found >= atLeast;
  }
}
