package org.quorate.study.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.core.history.OperationTag;
import org.quorate.core.history.OperationType;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;
import org.quorate.core.oracle.ClockUncertainties;
import org.quorate.core.oracle.JudgedReads;
import org.quorate.core.oracle.Judgement;

class OperationStoreTest {
  @Test
  void partitionsAreSplitAgainUntilTheyFit(@TempDir Path folder) throws IOException {
    Judgement expected = judge(Long.MAX_VALUE, folder, false);
    assertThat(judge(200_000, folder, true)).isEqualTo(expected);
    assertThat(expected.total().staleReads()).isPositive();
    assertThat(folder.toFile().list()).isEmpty();
  }

  private static Judgement judge(long memoryBytes, Path folder, boolean spilled)
      throws IOException {
    Random random = new Random(9);
    SpillSpace space = new SpillSpace(folder, 1L << 30);
    try (OperationStore store = new OperationStore(memoryBytes, space, () -> 1)) {
      for (int i = 0; i < 80_000; i++) {
        // A few keys are longer than a buffer.
        String name = "key" + random.nextInt(20_000);
        byte[] key = (i % 8000 == 0 ? name.repeat(5000) : name).getBytes(StandardCharsets.UTF_8);
        OperationType type = random.nextBoolean() ? OperationType.READ : OperationType.WRITE;
        long tag = OperationTag.of(type, Outcome.OK, Level.ONE, random.nextInt(3));
        int invoke = random.nextInt(100);
        store.add(key, 0, key.length, random.nextInt(10), invoke, invoke + 5L, tag);
      }
      assertThat(store.spilled()).isEqualTo(spilled);
      return store.judge(0, List.of(), JudgedReads.NONE, ClockUncertainties.NONE);
    }
  }
}
