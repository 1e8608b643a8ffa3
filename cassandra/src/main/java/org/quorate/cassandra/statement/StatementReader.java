package org.quorate.cassandra.statement;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.statement.Tokens.Kind;
import org.quorate.cassandra.statement.Tokens.Token;

/**
 * Recognises statements by their text. Cautious: a read with a function, an aggregate, {@code IN},
 * an inequality, {@code token()}, {@code DISTINCT}, {@code JSON}, {@code GROUP BY} or {@code ALLOW
 * FILTERING} is {@link StatementShape#OTHER}, and so is what it does not understand. Whether the
 * restricted columns are the partition key is for the caller to look up. Pure.
 */
public final class StatementReader {
  /** Functions of a selected column that leave it one row's own value. */
  private static final Set<String> HARMLESS = Set.of("writetime", "ttl");

  private final String query;
  private final List<Token> tokens;
  private int at;

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
      default -> null;
    };
  }

  /** A word {@code if} that is neither inside brackets nor a name is a condition. */
  private @Nullable StatementShape write() {
    Set<StatementShape.Target> targets = new HashSet<>();
    boolean conditional = false;
    int depth = 0;
    for (at = 0; at < tokens.size(); ) {
      Token token = tokens.get(at);
      at++;
      if (token.isSign("(") || token.isSign("[") || token.isSign("{")) {
        depth++;
      } else if (token.isSign(")") || token.isSign("]") || token.isSign("}")) {
        depth--;
      } else if (depth == 0 && token.isWord("if") && !isName(at - 1)) {
        conditional = true;
      } else if (depth == 0
          && (token.isWord("into") || token.isWord("update") || token.isWord("from"))) {
        StatementShape.Target target = target();
        if (target != null) {
          targets.add(target);
        }
      }
    }
    return conditional ? new StatementShape.ConditionalWrite(targets) : null;
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
    at = 1;
    boolean markers = false;
    if (peekWord("distinct") || peekWord("json")) {
      return null;
    }
    while (at < tokens.size() && !peekWord("from")) {
      Token token = tokens.get(at);
      if (token.isSign("(") && !HARMLESS.contains(tokens.get(at - 1).text())) {
        return null;
      }
      markers |= token.isSign("?") || token.isSign(":");
      at++;
    }
    at++;
    StatementShape.Target target = target();
    if (target == null || !peekWord("where")) {
      return null;
    }
    int start = tokens.get(at).start();
    List<String> columns = new ArrayList<>();
    do {
      at++;
      String column = equality();
      if (column == null) {
        return null;
      }
      columns.add(column);
    } while (peekWord("and"));
    return isEnd() ? new StatementShape.Read(target, columns, rest(start), markers) : null;
  }

  /** A column that must equal one value: a marker or a literal. */
  private @Nullable String equality() {
    if (at + 2 >= tokens.size() || !tokens.get(at).isName() || !tokens.get(at + 1).isSign("=")) {
      return null;
    }
    String column = tokens.get(at).text();
    at += 2;
    return skipValue() ? column : null;
  }

  private boolean skipValue() {
    Token value = tokens.get(at);
    if (value.isSign("-")) {
      at++;
      return at < tokens.size() && tokens.get(at++).kind() == Kind.LITERAL;
    }
    if (value.isSign("?") || value.kind() == Kind.LITERAL) {
      at++;
      return true;
    }
    if (value.isSign(":")) {
      at += 2;
      return at <= tokens.size() && tokens.get(at - 1).isName();
    }
    if (value.isWord("true") || value.isWord("false")) {
      at++;
      return true;
    }
    return false;
  }

  /** Nothing more, or a limit and an order, which keep a read within its partition. */
  private boolean isEnd() {
    while (at < tokens.size()) {
      if (peekWord("limit")) {
        at++;
        if (at >= tokens.size() || !skipValue()) {
          return false;
        }
      } else if (peekWord("order")) {
        at++;
        while (at < tokens.size() && !peekWord("limit") && !tokens.get(at).isSign(";")) {
          if (!tokens.get(at).isName() && !tokens.get(at).isSign(",")) {
            return false;
          }
          at++;
        }
        if (tokens.subList(0, at).stream().anyMatch(token -> token.isWord("allow"))) {
          return false;
        }
      } else if (tokens.get(at).isSign(";")) {
        at++;
      } else {
        return false;
      }
    }
    return true;
  }

  private String rest(int start) {
    String text = query.substring(start).strip();
    return text.endsWith(";") ? text.substring(0, text.length() - 1).strip() : text;
  }

  private StatementShape.@Nullable Target target() {
    if (at >= tokens.size() || !tokens.get(at).isName()) {
      return null;
    }
    String first = tokens.get(at++).text();
    if (at + 1 < tokens.size() && tokens.get(at).isSign(".") && tokens.get(at + 1).isName()) {
      String second = tokens.get(at + 1).text();
      at += 2;
      return new StatementShape.Target(first, second);
    }
    return new StatementShape.Target("", first);
  }

  private boolean peekWord(String word) {
    return at < tokens.size() && tokens.get(at).isWord(word);
  }
}
