package org.quorate.study.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TreeTest {
  private final Path directory;

  TreeTest(@TempDir Path directory) {
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
}
