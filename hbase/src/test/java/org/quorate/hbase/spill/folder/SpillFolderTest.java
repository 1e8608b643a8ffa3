package org.quorate.hbase.spill.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever removes what crashes have left meets one that only takes long to make its folder. */
final class SpillFolderTest {
  @TempDir Path directory;

  private Path making = Path.of("");

  @BeforeEach
  void beginToMakeAFolderLongAgo() throws Exception {
    making = Files.createDirectory(directory.resolve("20260101T000000.000000Z-1-abcd"));
    FolderFormat.ofThisProcess(Optional.empty()).write(making);
    isOld();
  }

  private void isOld() throws Exception {
    Files.setLastModifiedTime(making, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
  }

  @Test
  void aFolderThatIsStillBeingMadeIsLeftAloneOnceItIsLocked() throws Exception {
    try (FolderLock lock = FolderLock.tryTake(making).orElseThrow()) {
      isOld();
      SpillFolder.removeUnfinished(directory);
      assertThat(SpillFolder.isUnfinished(making)).isTrue();
      FolderFormat.complete(lock.folder());
    }
    isOld();
    SpillFolder.removeUnfinished(directory);
    assertThat(SpillFolder.leftIn(directory, Optional.empty())).containsExactly(making);
  }

  @Test
  void whoeverHasLostItsFolderBeforeItWasLockedIsToldSo() throws Exception {
    assertThat(SpillFolder.leftIn(directory, Optional.empty())).isEmpty();
    SpillFolder.removeUnfinished(directory);
    assertThat(making).doesNotExist();
    assertThatThrownBy(() -> FolderFormat.complete(making)).isInstanceOf(NoSuchFileException.class);
  }
}
