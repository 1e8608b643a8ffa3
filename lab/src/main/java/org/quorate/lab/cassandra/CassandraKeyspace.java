package org.quorate.lab.cassandra;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.DataCenter;

/** CQL statements that make a keyspace with the replication that a cluster was specified with. */
public final class CassandraKeyspace {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,47}");

  private CassandraKeyspace() {}

  /**
   * The statement that makes the keyspace, unless there is one of that name:
   * NetworkTopologyStrategy with the specification's replication factor in every data centre.
   *
   * @param name lower-case letters, digits and underscores
   */
  public static String create(String name, ClusterSpec spec) {
    return create(name, spec.dataCenters(), spec.replicationFactor());
  }

  static String create(String name, List<DataCenter> centers, int replicationFactor) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "\"" + name + "\" cannot name a keyspace; use lower-case letters, digits and _.");
    }
    String factors =
        centers.stream()
            .map(center -> "'" + center.name() + "': " + replicationFactor)
            .collect(Collectors.joining(", "));
    return "CREATE KEYSPACE IF NOT EXISTS "
        + name
        + " WITH replication = {'class': 'NetworkTopologyStrategy', "
        + factors
        + "}";
  }
}
