package org.quorate.lab.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilesTest {
  private final Path directory;

  FilesTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void deletingATreeDoesNotFollowLinks() throws IOException {
    Path kept = Files.createDirectories(directory.resolve("kept"));
    Files.writeString(kept.resolve("file"), "stays");
    Path tree = Files.createDirectories(directory.resolve("tree/deep"));
    Files.createSymbolicLink(tree.resolve("link"), kept);
    Tree.delete(directory.resolve("tree"));
    Tree.delete(directory.resolve("tree"));
    assertThat(directory.resolve("tree")).doesNotExist();
    assertThat(kept.resolve("file")).hasContent("stays");
  }

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
