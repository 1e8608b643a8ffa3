package org.quorate.lab.testing;

import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.quorate.lab.hbase.HBaseEngine;

@ExtendWith(SharedHBase.class)
@ResourceLock(SharedHBase.LOCK)
final class HBaseEngineConformanceIT extends EngineConformance {
  HBaseEngineConformanceIT() {
    super(
        new HBaseEngine(SharedServers.registry(), SharedServers.library(), null),
        HBaseEngine::spec);
  }
}
