package org.quorate.hbase.spill.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever write to the disk is the last before a kill, no later write is noted without it. */
final class AcknowledgementBatchTest {
  @TempDir Path folder;

  private final AcknowledgementBatch batch = new AcknowledgementBatch();

  private void add(String name, long... sequences) {
    AcknowledgementFile file = new AcknowledgementFile(folder.resolve(name));
    Arrays.stream(sequences).forEach(sequence -> batch.add(sequence, file));
  }

  @Test
  void acknowledgementsAreWrittenInTheOrderOfTheirWritesWhateverTheirFiles() throws Exception {
    add("c", 3, 8);
    add("a", 9, 1, 4, 2);
    assertThat(batch.write()).isEqualTo(bytes("a") + bytes("c"));
    assertThat(groups("a")).isEqualTo(3);
    assertThat(groups("c")).isEqualTo(2);
    assertThat(AcknowledgementFile.read(folder.resolve("a")).size()).isEqualTo(4);
    assertThat(AcknowledgementFile.read(folder.resolve("c")).size()).isEqualTo(2);
  }

  @Test
  void aFileThatTheDiskRefusesDoesNotHoldUpTheOthers() throws Exception {
    Files.createDirectory(folder.resolve("b"));
    add("a", 1, 3);
    add("b", 2);
    assertThat(batch.write()).isEqualTo(bytes("a"));
    assertThat(AcknowledgementFile.read(folder.resolve("a")).size()).isEqualTo(2);
  }

  @Test
  void segmentsThatFollowEachOtherTakeOneGroupEach() throws Exception {
    add("a", 5, 6, 7);
    add("b", 8, 9);
    add("c", 1, 2);
    assertThat(batch.write()).isPositive();
    assertThat(groups("a")).isEqualTo(1);
    assertThat(groups("b")).isEqualTo(1);
    assertThat(groups("c")).isEqualTo(1);
  }

  @Test
  void whatWasAddedIsWrittenOnce() {
    add("a", 1);
    assertThat(batch.write()).isPositive();
    assertThat(batch.write()).isZero();
  }

  private long bytes(String name) throws Exception {
    return Files.size(folder.resolve(name));
  }

  private int groups(String name) throws Exception {
    byte[] all = Files.readAllBytes(folder.resolve(name));
    int groups = 0;
    int at = 0;
    while (at < all.length) {
      at += 2 * Integer.BYTES + Bytes.toInt(all, at);
      groups++;
    }
    return groups;
  }
}
