package org.quorate.hbase.spill.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FolderLockTest {
  @TempDir Path directory;

  @Test
  void oneHolderAtATime() throws Exception {
    FolderLock lock = FolderLock.tryTake(directory).orElseThrow();
    assertThat(FolderLock.tryTake(directory)).isEmpty();
    lock.close();
    try (FolderLock again = FolderLock.tryTake(directory).orElseThrow()) {
      assertThat(again.folder()).isEqualTo(directory.toRealPath());
    }
  }

  @Test
  void aLockThatOtherCodeInThisProcessHoldsIsNotBroken() throws Exception {
    Path file = directory.resolve(FolderLock.FILE);
    try (FileChannel other =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      assertThat(other.tryLock()).isNotNull();
      assertThat(FolderLock.tryTake(directory)).isEmpty();
      assertThatThrownBy(other::tryLock).isInstanceOf(OverlappingFileLockException.class);
    }
    FolderLock.tryTake(directory).orElseThrow().close();
  }

  @Test
  void aFolderThatIsNotThereIsToldSo() {
    assertThatThrownBy(() -> FolderLock.tryTake(directory.resolve("missing")))
        .isInstanceOf(NoSuchFileException.class);
  }
}
