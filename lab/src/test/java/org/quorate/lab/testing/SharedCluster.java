package org.quorate.lab.testing;

import java.time.Duration;
import org.quorate.lab.cassandra.CassandraEngine;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.lab.store.cassandra.ConnectionSettings;
import org.quorate.study.progress.Progress;

/**
 * Hands one cluster of three nodes to all integration tests that ask for it, and stops it after the
 * last. A test leaves every node ready and creates tables of its own.
 */
public final class SharedCluster extends SharedServers {
  /** Of a class that uses the cluster, so that no two do at once. */
  public static final String LOCK = "the shared Cassandra cluster";

  /** A connection that waits for busy servers; who opens it closes it. */
  public static CassandraConnection connect(RunningCluster cluster) throws Exception {
    return CassandraConnection.open(
        ConnectionSettings.of(cluster.contactPoints())
            .withTimeouts(Duration.ofSeconds(15), Duration.ofSeconds(3)));
  }

  @Override
  RunningCluster start() throws Exception {
    CassandraEngine engine = new CassandraEngine(registry(), library(), null);
    ClusterSpec spec =
        ClusterSpec.builder("it-shared", CassandraEngine.DEFAULT_VERSION)
            .nodes(3)
            .quickCompiler(true)
            // Which replica answers is the coordinator's choice; it makes the same one each time.
            .setting("dynamic_snitch", "false")
            .setting("materialized_views_enabled", "true")
            // A server that stands still for two seconds beside others is no fault of a test.
            .setting("read_request_timeout", "8000ms")
            .setting("write_request_timeout", "8000ms")
            .build();
    return engine.start(spec, ROOT.resolve("shared"), Progress.silent());
  }
}
