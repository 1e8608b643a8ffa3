package org.quorate.lab.store.cassandra;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import com.datastax.oss.driver.api.core.type.reflect.GenericType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Replication;

/**
 * A keyspace on somebody else's cluster that Quorate has created, and therefore may use. It is
 * known by a table in it, {@link #MARK}, that has no rows and whose comment says so; a keyspace
 * without it is not touched, unless there is nothing at all in it and it is replicated as asked:
 * that is what a kill between its creation and that of the mark leaves. Stateless.
 */
public final class OwnKeyspace {
  /** The table that marks a keyspace. */
  public static final String MARK = "quorate_mark";

  private static final String COMMENT =
      "Quorate created this keyspace for its studies; it can be dropped with all its tables.";

  /** What a keyspace may hold. */
  private static final List<String> CONTENTS =
      List.of("tables", "types", "functions", "aggregates");

  private OwnKeyspace() {}

  /**
   * Creates the keyspace where it does not exist, and marks it where it is empty.
   *
   * @param keyspace in small letters
   * @throws StoreException when it exists and is not Quorate's, or its replication is another, or
   *     it cannot be created
   */
  public static void claim(CassandraConnection connection, String keyspace, Replication replication)
      throws StoreException {
    CassandraSchema schema = connection.schema();
    String name = CqlIdentifier.fromInternal(keyspace).asCql(true);
    Map<String, String> existing = replication(schema, keyspace);
    if (existing == null) {
      // Fails where somebody else has just created it.
      schema.change("CREATE KEYSPACE " + name + " WITH replication = " + replication.toCql());
      mark(schema, name);
      return;
    }
    boolean asAsked = replication.equals(Replication.parse(existing, connection.dataCenters()));
    if (asAsked && isEmpty(schema, keyspace)) {
      mark(schema, name);
      return;
    }
    if (!comment(schema, keyspace).equals(Optional.of(COMMENT))) {
      throw new StoreException(
          "The cluster has a keyspace "
              + name
              + " that Quorate did not create, so nothing in it is touched; name another under"
              + " remote: keyspace.");
    }
    if (!asAsked) {
      throw new StoreException(
          "The keyspace "
              + name
              + " was created for studies with replication "
              + existing
              + ", but this one asks for "
              + replication
              + "; name another under remote: keyspace, or drop that one.");
    }
  }

  private static void mark(CassandraSchema schema, String name) throws StoreException {
    schema.change(
        "CREATE TABLE "
            + name
            + "."
            + MARK
            + " (id int PRIMARY KEY) WITH comment = '"
            + COMMENT
            + "'");
  }

  private static boolean isEmpty(CassandraSchema schema, String keyspace) throws StoreException {
    for (String kind : CONTENTS) {
      String query = "SELECT * FROM system_schema." + kind + " WHERE keyspace_name = '";
      if (schema.execute(query + keyspace + "'").one() != null) {
        return false;
      }
    }
    return true;
  }

  /** Null where there is no such keyspace. */
  private static @Nullable Map<String, String> replication(CassandraSchema schema, String keyspace)
      throws StoreException {
    Row row =
        schema
            .execute(
                "SELECT replication FROM system_schema.keyspaces WHERE keyspace_name = '"
                    + keyspace
                    + "'")
            .one();
    return row == null ? null : row.get(0, GenericType.mapOf(String.class, String.class));
  }

  private static Optional<String> comment(CassandraSchema schema, String keyspace)
      throws StoreException {
    Row row =
        schema
            .execute(
                "SELECT comment FROM system_schema.tables WHERE keyspace_name = '"
                    + keyspace
                    + "' AND table_name = '"
                    + MARK
                    + "'")
            .one();
    return Optional.ofNullable(row).map(found -> found.get(0, TypeCodecs.TEXT));
  }
}
