package org.quorate.study.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TreeTest {
  private static final int FILES = 2_000;
  private static final int FOLDERS = 20;
  private static final int DELETING = 4;

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

  /** What another has deleted since it was listed is gone as it should be. */
  @Test
  void severalMayDeleteATreeAtOnce() throws Exception {
    Path tree = directory.resolve("tree");
    for (int file = 0; file < FILES; file++) {
      Path folder = Files.createDirectories(tree.resolve("folder" + file % FOLDERS));
      Files.createFile(folder.resolve("file" + file));
    }
    CyclicBarrier start = new CyclicBarrier(DELETING);
    ExecutorService threads = Executors.newFixedThreadPool(DELETING);
    try {
      List<Future<?>> ends = new ArrayList<>();
      for (int thread = 0; thread < DELETING; thread++) {
        ends.add(
            threads.submit(
                () -> {
                  start.await();
                  Tree.delete(tree);
                  return null;
                }));
      }
      for (Future<?> end : ends) {
        end.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(tree).doesNotExist();
  }
}
