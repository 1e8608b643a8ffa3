package org.quorate.load.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.core.history.HistoryFormat;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;
import org.quorate.study.history.HistoryCheck;
import org.quorate.study.history.HistoryCheckOptions;
import org.quorate.study.history.HistoryVerdict;

class HistoryRecorderTest {
  @Test
  void linesOfAllLanesAreInTheFileAfterClose(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("run.csv.gz");
    HistoryRecorder recorder = HistoryRecorder.open(file, 2, System::nanoTime);
    recorder.lane(0).write(7, 100, 10, 20, 3, Level.ONE, Outcome.OK);
    recorder.lane(0).write(7, 101, 21, 99, 3, Level.ONE, Outcome.TIMEOUT);
    recorder.lane(0).write(7, 102, 30, 31, 3, Level.QUORUM, Outcome.ERROR);
    recorder.lane(1).read(7, 100, 40, 50, 4, Level.LOCAL_QUORUM, Outcome.OK);
    recorder.lane(1).read(8, LaneHistory.NO_VERSION, 51, 52, 4, Level.ALL, Outcome.OK);
    recorder.lane(1).read(8, 5, 53, 54, 4, Level.ALL, Outcome.TIMEOUT);
    assertThat(file).doesNotExist();
    recorder.close();
    recorder.close();

    assertThat(lines(file))
        .containsExactly(
            HistoryFormat.HEADER,
            "write,user7,100,10,20,3,ONE,ok",
            "write,user7,101,21,,3,ONE,timeout",
            "write,user7,102,30,31,3,QUORUM,error",
            "read,user7,100,40,50,4,LOCAL_QUORUM,ok",
            "read,user8,,51,52,4,ALL,ok",
            "read,user8,,53,54,4,ALL,error");
    assertThat(recorder.operations()).isEqualTo(6);
    assertThat(folder.toFile().list()).containsExactly("run.csv.gz");
  }

  @Test
  void aLaneRefusesOperationsAfterClose(@TempDir Path folder) throws IOException {
    HistoryRecorder recorder = HistoryRecorder.open(folder.resolve("run.csv"), 1, System::nanoTime);
    recorder.close();
    assertThatThrownBy(() -> recorder.lane(0).read(1, 1, 1, 2, 0, Level.ONE, Outcome.OK))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
  }

  @Test
  void lanesOfSeveralThreadsLoseNothing(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("run.csv.gz");
    int lanes = 4;
    int operations = 50_000;
    HistoryRecorder recorder = HistoryRecorder.open(file, lanes, System::nanoTime);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < lanes; i++) {
      int client = i;
      LaneHistory lane = recorder.lane(i);
      Thread thread =
          new Thread(
              () -> {
                for (int n = 1; n <= operations; n++) {
                  lane.write(client, n, n, n + 1L, client, Level.ONE, Outcome.OK);
                }
              });
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    recorder.close();
    assertThat(recorder.operations()).isEqualTo((long) lanes * operations);
    HistoryVerdict verdict = HistoryCheck.check(List.of(file), HistoryCheckOptions.defaults());
    assertThat(verdict.all().writes()).isEqualTo((long) lanes * operations);
    assertThat(verdict.duplicateVersions()).isZero();
  }

  @Test
  void aLaneWaitsForASlowDiskAndTheWaitIsCounted(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("run.csv");
    CountDownLatch released = new CountDownLatch(1);
    HistoryRecorder recorder =
        HistoryRecorder.open(file, 1, System::nanoTime, out -> new SlowDisk(out, released));
    int operations = 2048 * 300;
    Thread lane =
        new Thread(
            () -> {
              for (int n = 1; n <= operations; n++) {
                recorder.lane(0).write(1, n, n, n + 1L, 1, Level.ONE, Outcome.OK);
              }
            });
    lane.start();
    long deadline = System.nanoTime() + 60_000_000_000L;
    boolean waited = false;
    while (!waited && System.nanoTime() < deadline) {
      waited = lane.getState() == Thread.State.TIMED_WAITING;
      Thread.onSpinWait();
    }
    assertThat(waited).isTrue();
    released.countDown();
    lane.join();
    recorder.close();
    assertThat(recorder.blockedNanos()).isPositive();
    try (Stream<String> lines = Files.lines(file)) {
      assertThat(lines.count()).isEqualTo(operations + 1);
    }
  }

  @Test
  void aFullDiskIsToldAtTheNextOperationAndAtCloseAndNothingWrittenIsLost(@TempDir Path folder)
      throws IOException {
    for (String name : List.of("run.csv", "run.csv.gz")) {
      Path file = folder.resolve(name);
      HistoryRecorder recorder =
          HistoryRecorder.open(file, 1, System::nanoTime, out -> new SmallDisk(out, 200_000));
      long deadline = System.nanoTime() + 60_000_000_000L;
      assertThatThrownBy(
              () -> {
                for (long n = 1; System.nanoTime() < deadline; n++) {
                  recorder.lane(0).write(1, n, n, n + 1, 1, Level.ONE, Outcome.OK);
                }
              })
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining("No space left on device");
      assertThatThrownBy(() -> recorder.lane(0).read(1, 1, 1, 2, 1, Level.ONE, Outcome.OK))
          .isInstanceOf(UncheckedIOException.class);
      Path partial = folder.resolve(name + ".partial");
      assertThatThrownBy(recorder::close)
          .isInstanceOf(IOException.class)
          .hasMessageContaining(file + " cannot be written (No space left on device)")
          .hasMessageContaining(partial.toString());
      assertThat(file).doesNotExist();
      HistoryVerdict verdict =
          HistoryCheck.check(
              List.of(partial),
              HistoryCheckOptions.defaults().with(draft -> draft.allowTruncated = true));
      assertThat(verdict.all().writes()).isGreaterThan(3000);
    }
  }

  @Test
  void aCloseWithoutRoomIsAnErrorToo(@TempDir Path folder) throws IOException {
    HistoryRecorder recorder =
        HistoryRecorder.open(
            folder.resolve("run.csv"), 1, System::nanoTime, out -> new SmallDisk(out, 100));
    recorder.lane(0).write(1, 1, 1, 2, 1, Level.ONE, Outcome.OK);
    recorder.lane(0).write(1, 2, 3, 4, 1, Level.ONE, Outcome.OK);
    assertThatThrownBy(recorder::close).isInstanceOf(IOException.class);
  }

  @Test
  void aWriteWithoutVersionIsRefused(@TempDir Path folder) throws IOException {
    try (HistoryRecorder recorder =
        HistoryRecorder.open(folder.resolve("run.csv"), 1, System::nanoTime)) {
      assertThatThrownBy(
              () ->
                  recorder.lane(0).write(1, LaneHistory.NO_VERSION, 1, 2, 1, Level.ONE, Outcome.OK))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  /** Lets the header pass and nothing else until it is released. */
  private static final class SlowDisk extends FilterOutputStream {
    private final CountDownLatch released;
    private boolean headerPassed;

    SlowDisk(OutputStream out, CountDownLatch released) {
      super(out);
      this.released = released;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (headerPassed) {
        try {
          released.await();
        } catch (InterruptedException e) {
          throw new IOException(e);
        }
      }
      headerPassed = true;
      out.write(bytes, offset, length);
    }
  }

  /** Takes some bytes and then no more, as a full disk does. */
  private static final class SmallDisk extends FilterOutputStream {
    private long room;

    SmallDisk(OutputStream out, long room) {
      super(out);
      this.room = room;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      int fits = (int) Math.min(length, room);
      out.write(bytes, offset, fits);
      room -= fits;
      if (fits < length) {
        throw new IOException("No space left on device");
      }
    }
  }

  private static List<String> lines(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }
}
