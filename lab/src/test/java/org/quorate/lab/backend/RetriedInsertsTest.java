package org.quorate.lab.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;
import org.quorate.core.workload.LoadStream;
import org.quorate.core.workload.OperationKind;
import org.quorate.core.workload.Workload;
import org.quorate.core.workload.WorkloadProperties;
import org.quorate.lab.time.SystemTime;
import org.quorate.load.Levels;
import org.quorate.load.LoadDriver;
import org.quorate.load.LoadOutcome;
import org.quorate.load.history.LaneHistory;
import org.quorate.load.store.Completion;
import org.quorate.load.store.Store;

@Timeout(60)
final class RetriedInsertsTest {
  private static final byte[][] VALUES = {{1}};

  private final Writes writes = new Writes();
  private final List<Duration> pauses = new ArrayList<>();
  private final RetriedInserts inserts =
      new RetriedInserts(
          writes,
          pause -> {
            pauses.add(pause);
            return Runnable::run;
          });
  private final List<String> completed = new ArrayList<>();
  private final Completion completion =
      (outcome, version, error) -> completed.add(outcome + " " + error);

  @Test
  void aFailedInsertIsSentAgainWithTheSameVersion() {
    writes.next(Outcome.ERROR, "Overloaded");
    writes.next(Outcome.TIMEOUT, "WriteTimeout");

    inserts.write(5, Store.ALL_FIELDS, VALUES, 99, Level.ALL, completion);

    assertThat(writes.sent).containsExactly("5 version 99", "5 version 99", "5 version 99");
    assertThat(pauses).hasSize(2).isSorted();
    assertThat(completed).containsExactly("OK null");
    assertThat(inserts.failure()).isEmpty();
  }

  @Test
  void anInsertThatFailsForGoodEndsTheLoadAndKeepsItsUnknownFate() {
    writes.next(Outcome.TIMEOUT, "WriteTimeout");
    writes.always(Outcome.ERROR, "Unavailable");

    inserts.write(5, Store.ALL_FIELDS, VALUES, 99, Level.ALL, completion);
    inserts.write(6, Store.ALL_FIELDS, VALUES, 100, Level.ALL, completion);

    assertThat(writes.sent).hasSize(RetriedInserts.attempts() + 1);
    assertThat(completed).containsExactly("TIMEOUT Unavailable", "ERROR Unavailable");
    assertThat(inserts.failure()).contains("Unavailable");
    assertThat(
            inserts
                .untilFailure(
                    () -> {
                      throw new AssertionError("Nothing more is to be sent.");
                    })
                .next())
        .isNull();
  }

  @Test
  void aLoadInWhichOneInsertFailsOnceHasAllRows() throws Exception {
    writes.next(Outcome.OK, null);
    writes.next(Outcome.ERROR, "Overloaded");

    LoadOutcome outcome = load(1000);

    var loaded = outcome.kinds().get(OperationKind.INSERT);
    assertThat(loaded.ok()).isEqualTo(1000);
    assertThat(loaded.errors()).isEmpty();
    assertThat(writes.sent).hasSize(1001);
  }

  @Test
  void aLoadIntoAStoreThatAlwaysFailsEndsSoon() throws Exception {
    writes.always(Outcome.ERROR, "Unavailable");

    load(1_000_000);

    assertThat(writes.sent).hasSizeLessThan(200);
    assertThat(inserts.failure()).contains("Unavailable");
  }

  private LoadOutcome load(int rows) throws IOException, InterruptedException {
    Workload workload =
        WorkloadProperties.empty()
            .withFile("test", new StringReader("recordcount=" + rows + "\n"))
            .workload();
    LoadStream stream = workload.load(1, 0, 1);
    return new LoadDriver(lane -> inserts, SystemTime.versions(), new SystemTime())
        .drive(
            LoadPlans.loading(
                1,
                lane -> inserts.untilFailure(stream::next),
                Levels.fixed(Level.ALL, Level.ALL),
                lane -> LaneHistory.none()),
            second -> {});
  }

  /** Answers at once, as it is told. */
  private static final class Writes implements Store {
    private record Answer(Outcome outcome, @Nullable String error) {}

    private final Queue<Answer> answers = new ArrayDeque<>();
    private Answer otherwise = new Answer(Outcome.OK, null);
    final List<String> sent = new ArrayList<>();

    void next(Outcome outcome, @Nullable String error) {
      answers.add(new Answer(outcome, error));
    }

    void always(Outcome outcome, String error) {
      otherwise = new Answer(outcome, error);
    }

    @Override
    public void write(
        long key, int field, byte[][] values, long version, Level level, Completion completion) {
      sent.add(key + " version " + version);
      Answer next = answers.poll();
      Answer answer = next == null ? otherwise : next;
      completion.completed(answer.outcome(), Completion.NO_VERSION, answer.error());
    }

    @Override
    public void read(long key, int field, Level level, Completion completion) {}

    @Override
    public void scan(long key, int length, int field, Level level, Completion completion) {}

    @Override
    public void close() {}
  }
}
