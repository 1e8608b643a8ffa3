package org.quorate.lab.testing;

import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.quorate.lab.cassandra.CassandraEngine;
import org.quorate.lab.engine.ClusterSpec;

@ExtendWith(SharedCluster.class)
@ResourceLock(SharedCluster.LOCK)
final class CassandraEngineConformanceIT extends EngineConformance {
  CassandraEngineConformanceIT() {
    super(
        new CassandraEngine(SharedServers.registry(), SharedServers.library(), null),
        name -> ClusterSpec.builder(name, CassandraEngine.DEFAULT_VERSION));
  }
}
