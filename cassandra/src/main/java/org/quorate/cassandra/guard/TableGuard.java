package org.quorate.cassandra.guard;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.quorate.cassandra.table.TableName;

/**
 * Says which tables are left alone because a read's level does not mean there what it means in
 * Apache Cassandra, or because nothing here was ever tested with them:
 *
 * <ul>
 *   <li>Accord tables, of any {@code transactional_mode} but {@code off}, and while they migrate:
 *       {@code full} ignores the level, and in the other modes reads meet writes that Accord has
 *       committed at levels of its own (Cassandra 6, {@code TransactionalMode}).
 *   <li>Keyspaces with mutation tracking, {@code replication_type = 'tracked'} (CEP-45), which have
 *       no hints and no digest reads, and with witnesses or transient replicas, {@code '3/1'}
 *       (CEP-46), where fewer replicas have the data than the replication factor says.
 *   <li>ScyllaDB, its tablets and its strongly consistent tables; Amazon Keyspaces; DataStax
 *       Enterprise and Astra DB.
 *   <li>Materialised views, whose rows are written after their base table's, at no client's level.
 * </ul>
 *
 * <p>Pure and stateless.
 */
public final class TableGuard {
  private static final Pattern WITNESSES = Pattern.compile("\\d+/\\d+");

  private TableGuard() {}

  /** Why a table is left alone, one sentence that names it; empty where it is not. */
  public static Optional<String> objection(TableName table, SchemaFacts facts) {
    return reason(table, facts).map(reason -> "The table " + table + " is left alone: " + reason);
  }

  private static Optional<String> reason(TableName table, SchemaFacts facts) {
    if (facts.amazon()) {
      return Optional.of(
          "it is on Amazon Keyspaces, which keeps three copies behind levels of its own and serves"
              + " few of Cassandra's.");
    }
    if (facts.scyllaKeyspace().isPresent()) {
      String consistency = facts.scyllaKeyspace().get().getOrDefault("consistency", "eventual");
      if (!consistency.equals("eventual")) {
        return Optional.of(
            "it is strongly consistent on ScyllaDB (consistency = '"
                + consistency
                + "'), where levels mean something else.");
      }
      return Optional.of(
          facts.scyllaKeyspace().get().containsKey("initial_tablets")
              ? "it is kept in tablets by ScyllaDB, whose replicas this driver does not know."
              : "it is on ScyllaDB, with which nothing here was tested.");
    }
    if (facts.dse()) {
      return Optional.of(
          "it is on DataStax Enterprise or Astra DB, with which nothing here was tested.");
    }
    if (facts.view()) {
      return Optional.of(
          "it is a materialised view, whose rows are written after those of its table and at no"
              + " client's level; opt its table in instead.");
    }
    String mode = facts.table().getOrDefault("transactional_mode", "off").toLowerCase(Locale.ROOT);
    String from =
        facts.table().getOrDefault("transactional_migration_from", "none").toLowerCase(Locale.ROOT);
    if (!mode.isEmpty() && !mode.equals("off")) {
      return Optional.of(
          "it is an Accord table (transactional_mode = '"
              + mode
              + "'), whose writes and reads do not go by the client's level.");
    }
    if (!from.isEmpty() && !from.equals("none") && !from.equals("off")) {
      return Optional.of(
          "it is being migrated from Accord (transactional_migration_from = '"
              + from
              + "'), so that parts of it do not go by the client's level yet.");
    }
    if (facts.keyspace().getOrDefault("replication_type", "").equalsIgnoreCase("tracked")) {
      return Optional.of(
          "keyspace "
              + table.keyspace()
              + " has mutation tracking (replication_type = 'tracked'), which replaces hints and"
              + " digest reads by something that was not tested here.");
    }
    if (WITNESSES.matcher(facts.keyspace().getOrDefault("replication", "")).find()) {
      return Optional.of(
          "keyspace "
              + table.keyspace()
              + " has witnesses or transient replicas (such as '3/1'), so that fewer replicas have"
              + " a row than the replication factor says.");
    }
    return Optional.empty();
  }
}
