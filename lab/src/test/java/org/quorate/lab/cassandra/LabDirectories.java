package org.quorate.lab.cassandra;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.artifact.ServerLibrary;
import org.quorate.lab.engine.ClusterRegistry;
import org.quorate.lab.engine.Interconnect;
import org.quorate.lab.file.CacheDirectory;

/**
 * Where integration tests keep clusters: apart from those of the user, but with the user's jars.
 */
final class LabDirectories {
  static final Path ROOT = Path.of("target", "it").toAbsolutePath();

  private LabDirectories() {}

  static ClusterRegistry registry() {
    return new ClusterRegistry(ROOT.resolve("clusters"));
  }

  static CassandraEngine engine(@Nullable Interconnect interconnect) {
    return engine(registry(), interconnect);
  }

  static CassandraEngine engine(ClusterRegistry registry, @Nullable Interconnect interconnect) {
    return new CassandraEngine(
        registry, new ServerLibrary(CacheDirectory.ofUser().servers()), interconnect);
  }
}
