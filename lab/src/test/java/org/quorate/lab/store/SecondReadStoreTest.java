package org.quorate.lab.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;
import org.quorate.load.store.Completion;
import org.quorate.load.store.Store;

final class SecondReadStoreTest {
  private final Requests requests = new Requests();
  private final SecondReadStore store = new SecondReadStore(requests, Level.ALL);
  private final List<String> completed = new ArrayList<>();
  private final Completion completion =
      (outcome, version, error) -> completed.add(outcome + " " + version + " " + error);

  @Test
  void aReadEndsWithItsOwnVersionWhenTheSecondHasEnded() {
    store.read(7, 2, Level.ONE, completion);
    requests.answer(Outcome.OK, 100, null);

    assertThat(completed).isEmpty();
    assertThat(requests.sent).containsExactly("read 7 field 2 ONE", "read 7 field 2 ALL");

    requests.answer(Outcome.OK, 200, null);

    assertThat(completed).containsExactly("OK 100 null");
    assertThat(store.pairs()).isEqualTo(1);
    assertThat(store.differing()).isEqualTo(1);
  }

  @Test
  void equalVersionsDoNotDiffer() {
    pair(5, 5);
    pair(Completion.NO_VERSION, Completion.NO_VERSION);
    pair(Completion.NO_VERSION, 6);

    assertThat(store.pairs()).isEqualTo(3);
    assertThat(store.differing()).isEqualTo(1);
  }

  @Test
  void aReadThatFailsHasNoSecond() {
    store.read(7, Store.ALL_FIELDS, Level.ONE, completion);
    requests.answer(Outcome.ERROR, Completion.NO_VERSION, "ReadTimeout");

    assertThat(completed).containsExactly("ERROR " + Completion.NO_VERSION + " ReadTimeout");
    assertThat(requests.sent).hasSize(1);
    assertThat(store.pairs()).isZero();
  }

  @Test
  void aSecondReadThatFailsIsNoPairAndNoFailure() {
    store.read(7, Store.ALL_FIELDS, Level.ONE, completion);
    requests.answer(Outcome.OK, 100, null);
    requests.answer(Outcome.ERROR, Completion.NO_VERSION, "Unavailable");

    assertThat(completed).containsExactly("OK 100 null");
    assertThat(store.pairs()).isZero();
    assertThat(store.differing()).isZero();
  }

  @Test
  void writesAndScansPassThroughAndTheStoreBehindStaysOpen() {
    store.write(1, 0, new byte[0][], 9, Level.QUORUM, completion);
    store.scan(1, 10, 0, Level.ONE, completion);
    store.close();

    assertThat(requests.sent).containsExactly("write 1 QUORUM", "scan 1 ONE");
    assertThat(requests.closed).isFalse();
  }

  private void pair(long first, long second) {
    store.read(1, 0, Level.ONE, completion);
    requests.answer(Outcome.OK, first, null);
    requests.answer(Outcome.OK, second, null);
  }

  /** Remembers what was sent and answers when it is told to. */
  private static final class Requests implements Store {
    private final List<String> sent = new ArrayList<>();
    private final Deque<Completion> open = new ArrayDeque<>();
    private boolean closed;

    void answer(Outcome outcome, long version, @org.jspecify.annotations.Nullable String error) {
      open.remove().completed(outcome, version, error);
    }

    @Override
    public void read(long key, int field, Level level, Completion completion) {
      sent.add("read " + key + " field " + field + " " + level);
      open.add(completion);
    }

    @Override
    public void write(
        long key, int field, byte[][] values, long version, Level level, Completion completion) {
      sent.add("write " + key + " " + level);
    }

    @Override
    public void scan(long key, int length, int field, Level level, Completion completion) {
      sent.add("scan " + key + " " + level);
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
