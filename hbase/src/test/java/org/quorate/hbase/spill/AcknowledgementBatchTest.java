package org.quorate.hbase.spill;

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

  private AcknowledgementFile file(String name, long... sequences) {
    AcknowledgementFile file = new AcknowledgementFile(folder.resolve(name));
    Arrays.stream(sequences).forEach(file::add);
    return file;
  }

  private static long write(AcknowledgementFile... files) {
    AcknowledgementBatch batch = new AcknowledgementBatch();
    Arrays.stream(files).forEach(batch::take);
    return batch.write();
  }

  @Test
  void acknowledgementsAreWrittenInTheOrderOfTheirWritesWhateverTheirFiles() throws Exception {
    AcknowledgementFile a = file("a", 9, 1, 4, 2);
    AcknowledgementFile c = file("c", 3, 8);
    assertThat(write(c, a)).isEqualTo(bytes("a") + bytes("c"));
    assertThat(groups("a")).isEqualTo(3);
    assertThat(groups("c")).isEqualTo(2);
    assertThat(AcknowledgementFile.read(folder.resolve("a")).size()).isEqualTo(4);
    assertThat(AcknowledgementFile.read(folder.resolve("c")).size()).isEqualTo(2);
  }

  @Test
  void aFileThatTheDiskRefusesDoesNotHoldUpTheOthers() throws Exception {
    Files.createDirectory(folder.resolve("b"));
    assertThat(write(file("a", 1, 3), file("b", 2))).isEqualTo(bytes("a"));
    assertThat(AcknowledgementFile.read(folder.resolve("a")).size()).isEqualTo(2);
  }

  @Test
  void segmentsThatFollowEachOtherTakeOneGroupEach() throws Exception {
    write(file("a", 5, 6, 7), file("b", 8, 9), file("c", 1, 2));
    assertThat(groups("a")).isEqualTo(1);
    assertThat(groups("b")).isEqualTo(1);
    assertThat(groups("c")).isEqualTo(1);
  }

  @Test
  void whatWasTakenIsWrittenOnce() throws Exception {
    AcknowledgementFile a = file("a", 1);
    assertThat(write(a)).isPositive();
    assertThat(write(a)).isZero();
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
