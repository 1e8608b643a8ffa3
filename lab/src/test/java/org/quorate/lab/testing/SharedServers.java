package org.quorate.lab.testing;

import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.quorate.lab.artifact.ServerLibrary;
import org.quorate.lab.engine.ClusterRegistry;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.file.CacheDirectory;

/**
 * Hands one cluster to all integration tests that ask for it, and stops it after the last. A test
 * leaves every process ready and creates tables of its own.
 */
abstract class SharedServers implements ParameterResolver {
  static final Path ROOT = Path.of("target", "it").toAbsolutePath();

  /** Where the cluster is known, so that the next build finds what this one left. */
  static ClusterRegistry registry() {
    return new ClusterRegistry(ROOT.resolve("clusters"));
  }

  static ServerLibrary library() {
    return new ServerLibrary(CacheDirectory.ofUser().servers());
  }

  abstract RunningCluster start() throws Exception;

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == RunningCluster.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(ExtensionContext.Namespace.create(getClass()))
        .computeIfAbsent(RunningCluster.class, type -> started(), RunningCluster.class);
  }

  private RunningCluster started() {
    try {
      return start();
    } catch (Exception e) {
      throw new IllegalStateException("The shared cluster did not start.", e);
    }
  }
}
