package org.quorate.cassandra.session;

import java.util.Collection;
import org.quorate.cassandra.table.TableName;

/**
 * Whether a statement can be of one of some tables: only if its text has the name of one, in
 * whatever case. So that others need not be read. Immutable; allocates nothing when it is asked.
 */
final class MentionedTables {
  private static final int ASCII = 128;

  private final String[] names;
  private final boolean[] firsts = new boolean[ASCII];

  MentionedTables(Collection<TableName> tables) {
    names = tables.stream().map(TableName::table).distinct().toArray(String[]::new);
    for (String name : names) {
      if (name.charAt(0) < ASCII) {
        firsts[Character.toLowerCase(name.charAt(0))] = true;
        firsts[Character.toUpperCase(name.charAt(0))] = true;
      }
    }
  }

  /** Whether any of the names is in the text, also as a part of another name or value. */
  boolean isAnyIn(String text) {
    for (int at = 0; at < text.length(); at++) {
      char first = text.charAt(at);
      if (first >= ASCII || firsts[first]) {
        for (String name : names) {
          if (text.regionMatches(true, at, name, 0, name.length())) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
