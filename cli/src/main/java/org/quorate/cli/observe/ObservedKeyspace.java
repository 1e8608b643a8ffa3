package org.quorate.cli.observe;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.KnownCluster;
import org.quorate.cassandra.control.LocalDataCenter;
import org.quorate.cassandra.observe.ObservedLevels;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.text.Suggestions;

/**
 * What is to be observed, as the cluster knows it.
 *
 * @param name without quotes
 */
record ObservedKeyspace(String name, List<TableName> tables, ReadLevels levels) {
  private static final int MOST_NAMED = 12;

  ObservedKeyspace {
    tables = List.copyOf(tables);
  }

  /**
   * Finds keyspace and tables.
   *
   * @param wanted tables as CQL has them; empty for all
   * @param writeLevel null for the usual one
   * @throws IllegalArgumentException if there is something that does not exist, or nothing to
   *     estimate; the message is one sentence, perhaps with a suggestion
   */
  static ObservedKeyspace find(
      CqlSession session, String keyspace, List<String> wanted, @Nullable Level writeLevel) {
    Map<CqlIdentifier, KeyspaceMetadata> known = session.getMetadata().getKeyspaces();
    String name = internal("keyspace", keyspace);
    KeyspaceMetadata found =
        KnownCluster.keyspace(session, name)
            .orElseThrow(() -> unknown("The cluster has no keyspace", name, names(known.keySet())));
    List<String> existing = names(found.getTables().keySet());
    if (existing.isEmpty()) {
      throw new IllegalArgumentException(
          "Keyspace " + name + " has no tables, so there is nothing to observe.");
    }
    List<String> tables =
        wanted.isEmpty()
            ? existing
            : wanted.stream().map(table -> table(name, table, existing)).distinct().toList();
    Replication replication = KnownCluster.replication(session, found.getReplication());
    if (replication == null) {
      throw new IllegalArgumentException(
          "Where keyspace "
              + name
              + " keeps its replicas is not known: its replication is neither"
              + " NetworkTopologyStrategy nor SimpleStrategy in one data centre.");
    }
    return new ObservedKeyspace(
        name,
        tables.stream().map(table -> new TableName(name, table)).toList(),
        ObservedLevels.of(name, replication, LocalDataCenter.of(session).orElse(""), writeLevel));
  }

  private static String table(String keyspace, String text, List<String> existing) {
    String prefix = keyspace + ".";
    String name =
        internal("table", text.startsWith(prefix) ? text.substring(prefix.length()) : text);
    if (!existing.contains(name)) {
      throw unknown("Keyspace " + keyspace + " has no table", name, existing);
    }
    return name;
  }

  private static String internal(String what, String text) {
    try {
      String name = CqlIdentifier.fromCql(text).asInternal();
      if (!name.isEmpty()) {
        return name;
      }
    } catch (IllegalArgumentException invalid) {
      throw new IllegalArgumentException(notAName(what, text), invalid);
    }
    throw new IllegalArgumentException(notAName(what, text));
  }

  private static String notAName(String what, String text) {
    return "\"" + text + "\" is not the name of a " + what + "; write it as in CQL.";
  }

  private static IllegalArgumentException unknown(String what, String name, List<String> existing) {
    String meant = Suggestions.didYouMean(name, existing);
    String instead =
        existing.isEmpty()
            ? "; it has none that the driver knows"
            : existing.size() <= MOST_NAMED ? "; it has " + String.join(", ", existing) : "";
    return new IllegalArgumentException(
        what + " \"" + name + "\"" + (meant.isEmpty() ? instead : "") + "." + meant);
  }

  private static List<String> names(Set<CqlIdentifier> identifiers) {
    return identifiers.stream().map(CqlIdentifier::asInternal).sorted().toList();
  }
}
