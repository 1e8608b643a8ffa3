package org.quorate.cassandra.statement;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Cuts CQL into words, literals and signs; comments and blanks are left out. Pure. */
final class Tokens {
  /** What a token is. */
  enum Kind {
    /** A name or keyword without quotes. */
    WORD,
    /** A name in double quotes. */
    QUOTED,
    /** A text, a number or the like. */
    LITERAL,
    /** One character of anything else. */
    SIGN
  }

  /**
   * @param text a word in lower case; a quoted name without its quotes; a sign
   * @param start where it begins in the statement
   * @param end behind its last character
   */
  record Token(Kind kind, String text, int start, int end) {
    boolean isWord(String word) {
      return kind == Kind.WORD && text.equals(word);
    }

    boolean isSign(String sign) {
      return kind == Kind.SIGN && text.equals(sign);
    }

    boolean isName() {
      return kind == Kind.WORD || kind == Kind.QUOTED;
    }
  }

  private static final Pattern UUID =
      Pattern.compile("\\p{XDigit}{8}-(\\p{XDigit}{4}-){3}\\p{XDigit}{12}(?!\\w)");

  private static final int UUID_LENGTH = 36;

  private final String query;
  private final List<Token> tokens = new ArrayList<>();
  private int at;

  private Tokens(String query) {
    this.query = query;
  }

  /** The tokens in order; what follows a text or comment that never ends is left out. */
  static List<Token> of(String query) {
    Tokens tokens = new Tokens(query);
    while (tokens.at < query.length()) {
      tokens.next();
    }
    return tokens.tokens;
  }

  private void next() {
    char c = query.charAt(at);
    if (Character.isWhitespace(c)) {
      at++;
    } else if (query.startsWith("--", at) || query.startsWith("//", at)) {
      at = end(query.indexOf('\n', at), 1);
    } else if (query.startsWith("/*", at)) {
      at = end(query.indexOf("*/", at + 2), 2);
    } else if (query.startsWith("$$", at)) {
      int start = at;
      at = end(query.indexOf("$$", at + 2), 2);
      add(Kind.LITERAL, query.substring(start, at), start);
    } else if (c == '\'' || c == '"') {
      quoted(c);
    } else if (isAtUuid()) {
      at += UUID_LENGTH;
      add(Kind.LITERAL, query.substring(at - UUID_LENGTH, at), at - UUID_LENGTH);
    } else if (Character.isDigit(c)) {
      int start = at;
      while (at < query.length() && isPartOfNumber(query.charAt(at))) {
        at++;
      }
      add(Kind.LITERAL, query.substring(start, at), start);
    } else if (Character.isLetter(c) || c == '_') {
      int start = at;
      while (at < query.length() && isPartOfName(query.charAt(at))) {
        at++;
      }
      add(Kind.WORD, query.substring(start, at).toLowerCase(Locale.ROOT), start);
    } else {
      at++;
      add(Kind.SIGN, String.valueOf(c), at - 1);
    }
  }

  /** Of 16 six begin as a name does. */
  private boolean isAtUuid() {
    return UUID.matcher(query).region(at, query.length()).lookingAt();
  }

  private void quoted(char quote) {
    int start = at;
    StringBuilder text = new StringBuilder();
    at++;
    while (at < query.length()) {
      char c = query.charAt(at++);
      if (c != quote) {
        text.append(c);
      } else if (at < query.length() && query.charAt(at) == quote) {
        text.append(c);
        at++;
      } else {
        add(quote == '"' ? Kind.QUOTED : Kind.LITERAL, text.toString(), start);
        return;
      }
    }
  }

  private void add(Kind kind, String text, int start) {
    tokens.add(new Token(kind, text, start, at));
  }

  private int end(int found, int length) {
    return found < 0 ? query.length() : found + length;
  }

  private static boolean isPartOfName(char c) {
    return Character.isLetterOrDigit(c) || c == '_';
  }

  /** Numbers, durations, dates without quotes and blobs alike. */
  private static boolean isPartOfNumber(char c) {
    return Character.isLetterOrDigit(c) || c == '.' || c == '-';
  }
}
