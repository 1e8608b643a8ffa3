package org.quorate.lab.testing;

import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.quorate.lab.artifact.ServerLibrary;
import org.quorate.lab.cassandra.CassandraEngine;
import org.quorate.lab.engine.ClusterRegistry;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.file.CacheDirectory;
import org.quorate.study.progress.Progress;

/**
 * Hands one cluster of three nodes to all integration tests that ask for it, and stops it after the
 * last. A test leaves every node ready and creates tables of its own.
 */
public final class SharedCluster implements ParameterResolver {
  /** Of a class that uses the cluster, so that no two do at once. */
  public static final String LOCK = "the shared Cassandra cluster";

  private static final ExtensionContext.Namespace OWN =
      ExtensionContext.Namespace.create(SharedCluster.class);
  private static final Path ROOT = Path.of("target", "it").toAbsolutePath();

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == RunningCluster.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(OWN)
        .computeIfAbsent(RunningCluster.class, type -> start(), RunningCluster.class);
  }

  private static RunningCluster start() {
    CassandraEngine engine =
        new CassandraEngine(
            new ClusterRegistry(ROOT.resolve("clusters")),
            new ServerLibrary(CacheDirectory.ofUser().servers()),
            null);
    ClusterSpec spec =
        ClusterSpec.builder("it-shared", CassandraEngine.DEFAULT_VERSION)
            .nodes(3)
            .quickCompiler(true)
            // Which replica answers is the coordinator's choice; it makes the same one each time.
            .setting("dynamic_snitch", "false")
            // A server that stands still for two seconds beside others is no fault of a test.
            .setting("read_request_timeout", "8000ms")
            .setting("write_request_timeout", "8000ms")
            .build();
    try {
      return engine.start(spec, ROOT.resolve("shared"), Progress.silent());
    } catch (Exception e) {
      throw new IllegalStateException("The shared cluster did not start.", e);
    }
  }
}
