package org.quorate.cassandra.guard;

import com.datastax.oss.driver.api.core.Version;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.quorate.cassandra.table.TableName;

/**
 * Says which tables are left alone because a read's level does not mean there what it means in
 * Apache Cassandra, or because nothing here was ever tested with them:
 *
 * <ul>
 *   <li>Accord tables, of any {@code transactional_mode} but {@code off}, and while they migrate:
 *       {@code full} ignores the level, {@code mixed_reads} keeps ordinary reads but commits writes
 *       by Accord, which knows ONE, QUORUM and ALL and refuses LOCAL levels, and reads of a range
 *       that is being migrated may go either way (Cassandra 6, {@code TransactionalMode}).
 *   <li>Keyspaces with mutation tracking, {@code replication_type = 'tracked'} (CEP-45), which have
 *       no hints and no digest reads, and with witnesses or transient replicas, {@code '3/1'}
 *       (CEP-46), where fewer replicas have the data than the replication factor says.
 *   <li>ScyllaDB, its tablets and its strongly consistent tables; Amazon Keyspaces, which reads at
 *       ONE, LOCAL_ONE and LOCAL_QUORUM alone (its developer guide, "consistency"); Azure Cosmos
 *       DB, which maps levels to those of the account ("apache-cassandra-consistency-mapping");
 *       DataStax Enterprise and Astra DB.
 *   <li>Apache Cassandra before 4.0, and what calls itself that, such as YugabyteDB's YCQL;
 *       clusters too of which one node does, as long as it does.
 *   <li>Materialised views, whose rows are written after their base table's, at no client's level.
 *       The base table itself is read and written as any other.
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
    return switch (facts.product()) {
      case CASSANDRA -> onCassandra(table, facts);
      case SCYLLA -> Optional.of(onScylla(facts.scyllaKeyspace()));
      case AMAZON_KEYSPACES ->
          Optional.of(
              "it is on Amazon Keyspaces, which keeps three copies behind levels of its own and"
                  + " serves few of Cassandra's.");
      case COSMOS_DB ->
          Optional.of(
              "it is on Azure Cosmos DB, which maps Cassandra's levels to those of its account.");
      case DSE ->
          Optional.of(
              "it is on DataStax Enterprise or Astra DB, with which nothing here was tested.");
    };
  }

  private static boolean isUnsupported(Version version) {
    return version.compareTo(Version.V4_0_0) < 0;
  }

  private static String onScylla(Map<String, String> keyspace) {
    String consistency = keyspace.getOrDefault("consistency", "eventual");
    if (!consistency.equals("eventual")) {
      return "it is strongly consistent on ScyllaDB (consistency = '"
          + consistency
          + "'), where levels mean something else.";
    }
    return keyspace.containsKey("initial_tablets")
        ? "it is kept in tablets by ScyllaDB, whose replicas this driver does not know."
        : "it is on ScyllaDB, with which nothing here was tested.";
  }

  private static Optional<String> onCassandra(TableName table, SchemaFacts facts) {
    Optional<Version> unsupported = facts.oldest().filter(TableGuard::isUnsupported);
    if (unsupported.isPresent()) {
      return Optional.of(
          "a node of its cluster says that it is Cassandra "
              + unsupported.get()
              + ", and nothing here was tested with versions before 4.0.");
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
