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
public record ObservedKeyspace(String name, List<TableName> tables, ReadLevels levels) {
  private static final int MOST_NAMED = 12;

  public ObservedKeyspace {
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
  public static ObservedKeyspace find(
      CqlSession session, String keyspace, List<String> wanted, @Nullable Level writeLevel) {
    Map<CqlIdentifier, KeyspaceMetadata> known = session.getMetadata().getKeyspaces();
    CqlIdentifier identifier = keyspaceName(keyspace);
    String name = identifier.asInternal();
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
            : wanted.stream().map(table -> table(identifier, table, existing)).distinct().toList();
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

  /**
   * The name of a keyspace, whether there is one or not.
   *
   * @param text as CQL has it
   * @throws IllegalArgumentException if nothing can have that name; the message is one sentence
   */
  public static CqlIdentifier keyspaceName(String text) {
    return identifier("keyspace", text);
  }

  /**
   * The name of a table, whether there is one or not.
   *
   * @param text as CQL has it, with the name of its keyspace and a dot in front or without
   * @throws IllegalArgumentException if nothing can have that name; the message is one sentence
   */
  public static CqlIdentifier tableName(CqlIdentifier keyspace, String text) {
    String prefix = keyspace.asInternal() + ".";
    return identifier("table", text.startsWith(prefix) ? text.substring(prefix.length()) : text);
  }

  private static String table(CqlIdentifier keyspace, String text, List<String> existing) {
    String name = tableName(keyspace, text).asInternal();
    if (!existing.contains(name)) {
      throw unknown("Keyspace " + keyspace.asInternal() + " has no table", name, existing);
    }
    return name;
  }

  private static CqlIdentifier identifier(String what, String text) {
    try {
      CqlIdentifier name = CqlIdentifier.fromCql(text);
      if (!name.asInternal().isEmpty()) {
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
