package org.quorate.lab.cassandra;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.study.progress.Progress;

/** A launcher to be killed: starts one node with a quota of one core, says so, and waits. */
final class LauncherMain {
  private LauncherMain() {}

  public static void main(String[] arguments) throws Exception {
    ClusterSpec spec =
        ClusterSpec.builder(arguments[0], CassandraEngine.DEFAULT_VERSION)
            .nodes(1)
            .processorQuota(arguments[2].isEmpty() ? null : Double.valueOf(arguments[2]))
            .build();
    LabDirectories.engine(CassandraEngineIT.REGISTRY, null)
        .start(spec, Path.of(arguments[1]), Progress.silent());
    System.out.println("ready");
    new CountDownLatch(1).await();
  }
}
