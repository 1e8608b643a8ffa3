package org.quorate.lab.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link KilledWriter} says it has accepted. Filled by the thread that reads its output;
 * what was read may be asked for when that has ended.
 */
final class AcceptedWrites {
  private final long[] last;
  private final boolean[] resumed;
  private final CountDownLatch first = new CountDownLatch(1);
  private volatile @Nullable String problem;

  AcceptedWrites(int threads) {
    last = new long[threads];
    resumed = new boolean[threads];
    Arrays.fill(last, -1);
  }

  /** Those of an earlier process, and of one that goes on where it ended. */
  AcceptedWrites(AcceptedWrites earlier) {
    last = earlier.last.clone();
    resumed = new boolean[last.length];
  }

  /** Reads lines until the writer's output ends. */
  void readAll(BufferedReader output) {
    try {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        if (line.endsWith(KilledWriter.END)) {
          take(line.substring(0, line.length() - KilledWriter.END.length()));
        }
      }
    } catch (IOException | RuntimeException e) {
      problem = "what it says cannot be read: " + e;
    } finally {
      first.countDown();
    }
  }

  /** Takes one whole line, without its end. */
  void take(String line) {
    if (line.startsWith(KilledWriter.FAILED)) {
      problem = line;
    } else if (line.startsWith(KilledWriter.ACCEPTED)) {
      String[] words = line.split(" ", -1);
      int thread = Integer.parseInt(words[1]);
      long number = Long.parseLong(words[2]);
      // A process that goes on where one was killed may do the last one again.
      boolean again = !resumed[thread] && last[thread] >= 0 && number == last[thread];
      resumed[thread] = true;
      if (number != last[thread] + 1 && !again) {
        problem = "after write " + last[thread] + " of thread " + thread + " came " + number;
      }
      last[thread] = number;
      first.countDown();
    }
  }

  /** Waits until something was accepted, or nothing can be any more. */
  boolean awaitFirst(long timeout, TimeUnit unit) throws InterruptedException {
    return first.await(timeout, unit);
  }

  /** What went wrong, or null. */
  @Nullable String problem() {
    return problem;
  }

  int threads() {
    return last.length;
  }

  /** The number of the last write of a thread that was accepted, or -1; all before it were too. */
  long last(int thread) {
    return last[thread];
  }

  /** How many were accepted. */
  long count() {
    long count = 0;
    for (long number : last) {
      count += number + 1;
    }
    return count;
  }
}
