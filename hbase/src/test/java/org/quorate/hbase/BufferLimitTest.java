package org.quorate.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class BufferLimitTest {
  private static final int THREADS = 4;
  private static final int EACH = 100_000;

  private final Put put =
      new Put(Bytes.toBytes("row"))
          .addColumn(Bytes.toBytes("f"), Bytes.toBytes("q"), Bytes.toBytes("value"));

  @Test
  void eachMutationCountsOnceWhicheverThreadsBringThem() throws Exception {
    assertThat(reached(params().setMaxMutations(3))).isEqualTo(THREADS * EACH / 3);
    assertThat(reached(params().writeBufferSize(4 * put.heapSize()))).isEqualTo(THREADS * EACH / 4);
  }

  @Test
  void itIsReachedByWhatFillsIt() {
    BufferLimit both =
        new BufferLimit(params().setMaxMutations(5).writeBufferSize(3 * put.heapSize()));
    List<Integer> reaching =
        IntStream.rangeClosed(1, 10).filter(mutation -> both.isReachedBy(put)).boxed().toList();
    assertThat(reaching).containsExactly(3, 5, 6, 9, 10);
    BufferLimit none = new BufferLimit(params());
    assertThat(IntStream.range(0, 10)).noneMatch(mutation -> none.isReachedBy(put));
  }

  private static BufferedMutatorParams params() {
    return new BufferedMutatorParams(TableName.valueOf("t"));
  }

  /** How often several threads reach it. */
  private long reached(BufferedMutatorParams params) throws Exception {
    BufferLimit limit = new BufferLimit(params);
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<Long>> all = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        all.add(
            pool.submit(
                () -> IntStream.range(0, EACH).filter(put -> limit.isReachedBy(this.put)).count()));
      }
      long reached = 0;
      for (Future<Long> each : all) {
        reached += each.get();
      }
      return reached;
    } finally {
      pool.shutdownNow();
    }
  }
}
