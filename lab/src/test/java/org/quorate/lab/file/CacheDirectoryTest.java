package org.quorate.lab.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CacheDirectoryTest {
  @Test
  void theCacheIsWhereTheDesktopSpecificationPutsIt() {
    assertThat(CacheDirectory.of(Map.of(), "/users/ada").path())
        .isEqualTo(Path.of("/users/ada/.cache/quorate"));
    assertThat(CacheDirectory.of(Map.of("XDG_CACHE_HOME", "/fast"), "/users/ada").servers())
        .isEqualTo(Path.of("/fast/quorate/servers"));
    assertThat(CacheDirectory.of(Map.of("XDG_CACHE_HOME", "relative"), "/users/ada").clusters())
        .isEqualTo(Path.of("/users/ada/.cache/quorate/clusters"));
  }
}
