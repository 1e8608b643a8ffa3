package org.quorate.lab.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.quorate.load.store.Completion;
import org.quorate.study.result.ReadBackResult;
import org.quorate.study.result.ReadBackResult.LostRow;

/** The check that no acknowledged write is lost. */
class AcknowledgedWritesTest {
  private final AcknowledgedWrites writes = new AcknowledgedWrites(true);
  private final Map<Long, Long> rows = new HashMap<>();
  private final List<Integer> batches = new ArrayList<>();

  @Test
  void everyRowHasItsNewestAcknowledgedWriteOrANewerOne() throws Exception {
    write(1, 10);
    write(1, 12);
    write(2, 11);
    rows.put(1L, 12L);
    rows.put(2L, 99L);

    assertThat(check()).isEqualTo(new ReadBackResult(3, 2, 0, 0, List.of()));
  }

  @Test
  void aRowThatIsOlderThanItsNewestAcknowledgedWriteIsLost() throws Exception {
    write(1, 12);
    write(1, 10);
    write(2, 11);
    rows.put(1L, 10L);

    assertThat(check())
        .isEqualTo(
            new ReadBackResult(
                3,
                2,
                2,
                0,
                List.of(new LostRow(1, 12, 10), new LostRow(2, 11, Completion.NO_VERSION))));
  }

  @Test
  void aWriteThatIsNotAcknowledgedMayBeMissing() throws Exception {
    writes.sending(1, 10);
    writes.acknowledged(10);
    writes.sending(1, 20);
    writes.sending(2, 30);
    writes.notAccepted(30);
    writes.acknowledged(30);
    rows.put(1L, 10L);

    assertThat(check()).isEqualTo(new ReadBackResult(1, 1, 0, 0, List.of()));
  }

  @Test
  void anAcknowledgementMayComeTwiceAndBeforeTheCallReturns() throws Exception {
    writes.sending(7, 10);
    writes.acknowledged(10);
    writes.acknowledged(10);
    rows.put(7L, 10L);

    assertThat(check()).isEqualTo(new ReadBackResult(1, 1, 0, 0, List.of()));
  }

  @Test
  void nothingIsClaimedOfARowOneOfWhoseWritesWasGivenUp() throws Exception {
    write(1, 10);
    write(2, 11);
    writes.givenUp(name(1));
    rows.put(2L, 11L);

    assertThat(check()).isEqualTo(new ReadBackResult(2, 1, 0, 1, List.of()));
  }

  @Test
  void whatCameBeforeIsForgotten() throws Exception {
    write(1, 10);
    writes.sending(2, 11);
    writes.givenUp(name(3));
    writes.begin();
    writes.acknowledged(11);

    assertThat(check()).isEqualTo(new ReadBackResult(0, 0, 0, 0, List.of()));
    assertThat(batches).isEmpty();
  }

  @Test
  void nothingIsRememberedWhereNobodyWillAsk() throws Exception {
    AcknowledgedWrites silent = new AcknowledgedWrites(false);
    silent.sending(1, 10);
    silent.acknowledged(10);
    silent.acknowledged(2, 11);
    silent.givenUp(name(1));

    assertThat(silent.check(this::read, AcknowledgedWritesTest::name))
        .isEqualTo(new ReadBackResult(0, 0, 0, 0, List.of()));
  }

  @Test
  void manyRowsAreReadInPartsAndEveryLossIsCounted() throws Exception {
    Random random = new Random(3);
    long lost = 0;
    for (long key = 0; key < 1050; key++) {
      write(key, 1000 + key);
      boolean missing = random.nextInt(10) == 0;
      lost += missing ? 1 : 0;
      rows.put(key, missing ? 999 : 1000 + key);
    }
    ReadBackResult result = check();

    assertThat(result.rows()).isEqualTo(1050);
    assertThat(result.lost()).isEqualTo(lost).isGreaterThan(50);
    assertThat(result.examples()).hasSize(ReadBackResult.MOST_EXAMPLES);
    assertThat(batches).containsExactly(200, 200, 200, 200, 200, 50);
  }

  @Test
  void rowsThatCannotBeReadAreNoResult() {
    write(1, 10);

    assertThatThrownBy(
            () ->
                writes.check(
                    keys -> {
                      throw new IOException("gone");
                    },
                    AcknowledgedWritesTest::name))
        .isInstanceOf(IOException.class);
  }

  private void write(long key, long version) {
    writes.acknowledged(key, version);
  }

  private ReadBackResult check() throws IOException {
    return writes.check(this::read, AcknowledgedWritesTest::name);
  }

  private long[] read(List<Long> keys) {
    batches.add(keys.size());
    return keys.stream().mapToLong(key -> rows.getOrDefault(key, Completion.NO_VERSION)).toArray();
  }

  private static byte[] name(long key) {
    return ("user" + key).getBytes(StandardCharsets.UTF_8);
  }
}
