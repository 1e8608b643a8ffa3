package org.quorate.hbase.spill;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SequenceTableTest {
  /** Few keys collide often; many make it grow. */
  @ParameterizedTest
  @ValueSource(ints = {40, 3_000, 100_000})
  void itIsAMap(int keys) {
    Random random = new Random(7);
    SequenceTable table = new SequenceTable();
    Map<Long, Long> expected = new HashMap<>();
    for (int step = 0; step < 200_000; step++) {
      long key = (long) random.nextInt(keys) - keys / 2;
      Long before;
      long was;
      if (random.nextInt(5) < 3) {
        long value = random.nextLong() >>> 1;
        before = expected.put(key, value);
        was = table.put(key, value);
      } else {
        before = expected.remove(key);
        was = table.remove(key);
      }
      assertThat(was).isEqualTo(before == null ? SequenceTable.ABSENT : before);
      assertThat(table.size()).isEqualTo(expected.size());
    }
    for (long key = -keys; key < keys; key++) {
      assertThat(table.get(key)).isEqualTo(expected.getOrDefault(key, SequenceTable.ABSENT));
    }
  }
}
