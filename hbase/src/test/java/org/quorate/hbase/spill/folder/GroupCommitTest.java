package org.quorate.hbase.spill.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.client.Put;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.hbase.spill.SpillException;

@Timeout(120)
final class GroupCommitTest {
  private static final Put PUT = Writes.put(1);

  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void stopTheThreads() {
    threads.shutdownNow();
  }

  private static void submit(GroupCommit commits, long sequence) throws IOException {
    Submission own = new Submission();
    own.renew(new byte[0], 0, Writes.record(sequence, PUT));
    commits.submit(own);
  }

  private static List<Long> sequences(List<Submission> group) {
    return group.stream().map(Submission::sequence).toList();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everyRecordOfEveryThreadIsWrittenOnceBeforeItsThreadGoesOn(boolean quick) throws Exception {
    Set<Long> written = ConcurrentHashMap.newKeySet();
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger problems = new AtomicInteger();
    GroupCommit commits =
        new GroupCommit(
            group -> {
              if (inside.incrementAndGet() > 1) {
                problems.incrementAndGet();
              }
              sequences(group)
                  .forEach(
                      sequence -> {
                        if (!written.add(sequence)) {
                          problems.incrementAndGet();
                        }
                      });
              inside.decrementAndGet();
            },
            quick);
    List<Future<?>> all = new ArrayList<>();
    int each = 2_000;
    for (int thread = 0; thread < 8; thread++) {
      long base = (long) thread * each;
      all.add(
          threads.submit(
              () -> {
                Submission own = new Submission();
                for (long sequence = base; sequence < base + each; sequence++) {
                  own.renew(new byte[0], 0, Writes.record(sequence, PUT));
                  commits.submit(own);
                  if (!written.contains(sequence)) {
                    problems.incrementAndGet();
                  }
                }
                return null;
              }));
    }
    for (Future<?> one : all) {
      one.get();
    }
    assertThat(written).hasSize(8 * each);
    assertThat(problems).hasValue(0);
  }

  @Test
  void whatGathersWhileTheDiskIsBusyIsWrittenAtOnce() throws Exception {
    CountDownLatch busy = new CountDownLatch(1);
    CountDownLatch free = new CountDownLatch(1);
    List<List<Long>> batches = new ArrayList<>();
    GroupCommit commits =
        new GroupCommit(
            group -> {
              batches.add(sequences(group));
              busy.countDown();
              awaitUninterruptibly(free);
            },
            false);
    List<Future<?>> all = new ArrayList<>();
    all.add(threads.submit(() -> commitOne(commits, 0)));
    busy.await();
    Set<Thread> waiting = ConcurrentHashMap.newKeySet();
    for (int i = 1; i <= 5; i++) {
      long sequence = i;
      all.add(
          threads.submit(
              () -> {
                waiting.add(Thread.currentThread());
                return commitOne(commits, sequence);
              }));
    }
    await()
        .until(
            () ->
                waiting.size() == 5
                    && waiting.stream()
                        .allMatch(thread -> thread.getState() == Thread.State.WAITING));
    free.countDown();
    for (Future<?> one : all) {
      one.get();
    }
    assertThat(batches).hasSize(2);
    assertThat(batches.get(0)).containsExactly(0L);
    assertThat(batches.get(1)).containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 5L);
  }

  @Test
  void aFailureReachesAllThreadsOfTheBatchAndNoLaterOne() throws Exception {
    AtomicInteger batches = new AtomicInteger();
    GroupCommit commits =
        new GroupCommit(
            group -> {
              if (batches.incrementAndGet() == 1) {
                throw new SpillException("The disk is full.");
              }
            },
            true);
    assertThatThrownBy(() -> submit(commits, 1))
        .isInstanceOf(SpillException.class)
        .hasMessage("The disk is full.");
    submit(commits, 2);
    assertThat(batches).hasValue(2);
  }

  @Test
  void anErrorReachesTheThreadsToo() {
    GroupCommit commits =
        new GroupCommit(
            group -> {
              throw new OutOfMemoryError("made up");
            },
            true);
    assertThatThrownBy(() -> submit(commits, 1))
        .isInstanceOf(SpillException.class)
        .hasMessageContaining("made up");
  }

  @Test
  void anInterruptedThreadWaitsAndStaysInterrupted() throws Exception {
    CountDownLatch busy = new CountDownLatch(1);
    CountDownLatch free = new CountDownLatch(1);
    GroupCommit commits =
        new GroupCommit(
            group -> {
              busy.countDown();
              awaitUninterruptibly(free);
            },
            false);
    Future<?> first = threads.submit(() -> commitOne(commits, 1));
    busy.await();
    Future<Boolean> second =
        threads.submit(
            () -> {
              Thread.currentThread().interrupt();
              submit(commits, 2);
              return Thread.interrupted();
            });
    assertThat(second).isNotDone();
    free.countDown();
    assertThat(second.get()).isTrue();
    first.get();
  }

  @Test
  void whatIsDoneExclusivelyIsDoneWhileNothingIsWritten() throws Exception {
    AtomicInteger inside = new AtomicInteger();
    GroupCommit commits = new GroupCommit(group -> inside.incrementAndGet(), true);
    Future<?> submitted = commitsInside(commits, inside); // submits while the exclusive action runs
    submitted.get();
    assertThat(inside).hasValue(1);
  }

  @Test
  void whoeverWaitsGoesOnAlsoWhereWhatIsDoneExclusivelyFails() throws Exception {
    GroupCommit commits = new GroupCommit(group -> {}, false);
    CompletableFuture<Thread> waiting = new CompletableFuture<>();
    List<Future<?>> submitted = new ArrayList<>();
    assertThatThrownBy(
            () ->
                commits.exclusively(
                    () -> {
                      submitted.add(
                          threads.submit(
                              () -> {
                                waiting.complete(Thread.currentThread());
                                return commitOne(commits, 1);
                              }));
                      await().until(() -> waiting.join().getState() == Thread.State.WAITING);
                      throw new IOException("made up");
                    }))
        .hasMessage("made up");
    submitted.get(0).get();
  }

  private Future<?> commitsInside(GroupCommit commits, AtomicInteger inside) throws IOException {
    List<Future<?>> submitted = new ArrayList<>();
    commits.exclusively(
        () -> {
          CountDownLatch started = new CountDownLatch(1);
          submitted.add(
              threads.submit(
                  () -> {
                    started.countDown();
                    return commitOne(commits, 1);
                  }));
          awaitUninterruptibly(started);
          assertThat(inside).hasValue(0);
        });
    return submitted.get(0);
  }

  private static Void commitOne(GroupCommit commits, long sequence) throws IOException {
    submit(commits, sequence);
    return null;
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    boolean interrupted = false;
    while (true) {
      try {
        latch.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
