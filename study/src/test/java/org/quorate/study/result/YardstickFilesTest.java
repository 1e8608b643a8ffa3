package org.quorate.study.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.yardstick.ReadAgeClasses;
import org.quorate.core.yardstick.ReadCells;
import org.quorate.core.yardstick.RunReads;

class YardstickFilesTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @Test
  void whatIsWrittenIsReadAgainAtEveryAge() throws Exception {
    List<ReadAgeClasses.OfAge> ages = new ArrayList<>();
    for (int keyClass = 0; keyClass < ReadAgeClasses.CLASSES; keyClass++) {
      for (int bin = 0; bin < AgeBins.COUNT; bin++) {
        ages.add(new ReadAgeClasses.OfAge(keyClass, bin, bin + 17, keyClass));
      }
    }
    RunReads reads =
        new RunReads(
            new ReadCells(
                List.of(new ReadCells.Alike(1, 0, 1L << 40), new ReadCells.Alike(5, 3, 2))),
            new ReadAgeClasses(ages));
    assertThat(YardstickFiles.areIn(folder)).isFalse();
    YardstickFiles.write(folder, reads);

    assertThat(YardstickFiles.areIn(folder)).isTrue();
    assertThat(YardstickFiles.read(folder)).isEqualTo(reads);
    assertThat(Files.readAllLines(folder.resolve(YardstickFiles.SECONDS)))
        .containsExactly("reads,stale_reads,cells", "1,0,1099511627776", "5,3,2");
    assertThat(Files.readAllLines(folder.resolve(YardstickFiles.AGES)))
        .startsWith("key_reads_from,age_from_ns,reads,stale_reads", "1,0,17,0", "1,1024,18,0")
        .endsWith("32768,,251,15");
  }

  @Test
  void whatIsNoSuchFileIsRefused() throws Exception {
    YardstickFiles.write(
        folder, new RunReads(new ReadCells(List.of()), new ReadAgeClasses(List.of())));
    for (String line : List.of("1,2", "1,x,3,4", "1,0,3,4", ",,,")) {
      Files.writeString(
          folder.resolve(YardstickFiles.AGES),
          "key_reads_from,age_from_ns,reads,stale_reads\n" + line + "\n");
      assertThatThrownBy(() -> YardstickFiles.read(folder)).isInstanceOf(IOException.class);
    }
  }
}
