package org.quorate.study.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WholeFileTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @Test
  void replacesAFileWhole() throws Exception {
    Path file = folder.resolve("a");
    WholeFile.write(file, "old");
    WholeFile.write(file, "new");

    assertThat(file).hasContent("new");
    assertThat(folder.toFile().list()).containsExactly("a");
  }

  @Test
  void keepsTheOldFileWhereWritingFails() throws Exception {
    Path file = folder.resolve("a");
    WholeFile.write(file, "old");

    assertThatThrownBy(
            () ->
                WholeFile.write(
                    file,
                    stream -> {
                      stream.write(1);
                      throw new IOException("the disk is full");
                    }))
        .hasMessage("the disk is full");
    assertThat(file).hasContent("old");
    assertThat(folder.toFile().list()).containsExactly("a");
  }
}
