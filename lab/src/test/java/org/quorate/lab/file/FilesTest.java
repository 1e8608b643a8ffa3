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
  void aWholeFileReplacesTheOldOneAndLeavesNothingBeside() throws IOException {
    Path file = directory.resolve("a.txt");
    WholeFile.write(file, "one");
    WholeFile.write(file, "two");
    assertThat(file).hasContent("two");
    assertThat(Tree.children(directory)).containsExactly(file);
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
    assertThat(CacheDirectory.of(Map.of(), "/home/ada").path())
        .isEqualTo(Path.of("/home/ada/.cache/quorate"));
    assertThat(CacheDirectory.of(Map.of("XDG_CACHE_HOME", "/fast"), "/home/ada").servers())
        .isEqualTo(Path.of("/fast/quorate/servers"));
    assertThat(CacheDirectory.of(Map.of("XDG_CACHE_HOME", "relative"), "/home/ada").clusters())
        .isEqualTo(Path.of("/home/ada/.cache/quorate/clusters"));
  }
}
