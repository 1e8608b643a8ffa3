package org.quorate.power.energy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.quorate.power.MeterException;
import org.quorate.power.Reading;

/**
 * Reads meters while a run goes on, each by a thread of its own so that a slow one does not hold up
 * the others, and gives what they say to a {@link ReadingSink}, such as a {@link ReadingLog}. A
 * meter that does not answer, or fails in any other way, is asked again at its next turn; whether
 * too much is missing is decided when joules are worked out.
 *
 * <p>Of readings that were taken long before the recording, as a file has them that is read from
 * its start, only the newest of each answer is kept, from which a clock that is off can be told.
 *
 * <p>Used by one thread: {@link #start}, the run, {@link #finish}, {@link #close}.
 */
public final class MeterRecorder implements AutoCloseable {
  private final ReadingSink log;
  private final SteadyClock clock;
  private final Instant oldest;
  private final List<Poller> pollers = new ArrayList<>();

  private MeterRecorder(ReadingSink log, SteadyClock clock) {
    this.log = log;
    this.clock = clock;
    this.oldest = clock.instant().minus(ClockOffsets.LARGEST);
  }

  /**
   * As {@link #start(List, SteadyClock, ReadingSink)}, into a new file.
   *
   * @throws MeterException when a meter does not answer
   * @throws IOException when the log cannot be written
   */
  public static MeterRecorder start(List<HostMeter> meters, SteadyClock clock, Path file)
      throws MeterException, IOException, InterruptedException {
    return start(meters, clock, ReadingLog.create(file));
  }

  /**
   * Reads every meter once, so that each has a reading from before the run, and goes on reading.
   *
   * @param log closed with the recorder, and when it cannot start
   * @throws MeterException when a meter does not answer
   * @throws IOException when the log cannot be written
   */
  public static MeterRecorder start(List<HostMeter> meters, SteadyClock clock, ReadingSink log)
      throws MeterException, IOException, InterruptedException {
    MeterRecorder recorder = new MeterRecorder(log, clock);
    try {
      for (HostMeter meter : meters) {
        Poller poller = recorder.new Poller(meter);
        poller.catchUp();
        recorder.pollers.add(poller);
      }
      recorder.pollers.forEach(Poller::begin);
      return recorder;
    } catch (MeterException | IOException | InterruptedException | RuntimeException e) {
      recorder.close();
      throw e;
    }
  }

  /**
   * Goes on until every meter has said something about the end of the run, or is out of time: three
   * periods and as long as its readings may be late.
   *
   * @return one sentence for each meter that failed at its last turn
   * @throws IOException when the log could not be written
   */
  public List<String> finish(Instant end) throws IOException, InterruptedException {
    List<String> problems = new ArrayList<>();
    for (Poller poller : pollers) {
      poller.finish(end);
    }
    for (Poller poller : pollers) {
      poller.join();
      IOException unwritable = poller.unwritable;
      if (unwritable != null) {
        throw unwritable;
      }
      String problem = poller.problem;
      if (problem != null) {
        problems.add(problem);
      }
    }
    log.close();
    return problems;
  }

  /** Stops reading; what was written stays. The meters stay open. */
  @Override
  public void close() {
    pollers.forEach(Poller::stop);
    try {
      for (Poller poller : pollers) {
        poller.join();
      }
      log.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      // What could not be written is missing when joules are worked out, which refuses them.
    }
  }

  /** One meter's thread. */
  private final class Poller implements Runnable {
    private static final int PERIODS_OF_GRACE = 3;

    private final HostMeter meter;
    private final Thread thread;
    private volatile @Nullable Instant end;
    private volatile @Nullable String problem;
    private volatile @Nullable IOException unwritable;
    private volatile Instant newest = Instant.MIN;
    private volatile boolean stopped;

    Poller(HostMeter meter) {
      this.meter = meter;
      this.thread = new Thread(this, "meter " + meter.host() + " " + meter.name());
      thread.setDaemon(true);
    }

    void begin() {
      thread.start();
    }

    void finish(Instant at) {
      end = at;
      synchronized (this) {
        notifyAll();
      }
    }

    void stop() {
      stopped = true;
      thread.interrupt();
    }

    void join() throws InterruptedException {
      thread.join();
    }

    /** Reads until a file that was begun long ago has come to what is new. */
    void catchUp() throws MeterException, IOException, InterruptedException {
      int readings;
      do {
        readings = readOnce();
      } while (readings > meter.meter().channels().size() && newest.isBefore(oldest));
    }

    private int readOnce() throws MeterException, IOException, InterruptedException {
      List<Reading> readings = read();
      Map<Integer, Reading> old = new TreeMap<>();
      for (Reading reading : readings) {
        Instant stamp = reading.stampedAt();
        newest = stamp == null ? reading.receivedAt() : stamp;
        if (newest.isBefore(oldest)) {
          old.put(reading.channel(), reading);
        } else {
          addAll(old);
          log.add(meter, reading);
        }
      }
      addAll(old);
      return readings.size();
    }

    private void addAll(Map<Integer, Reading> old) throws IOException {
      for (Reading reading : old.values()) {
        log.add(meter, reading);
      }
      old.clear();
    }

    private List<Reading> read() throws MeterException, InterruptedException {
      try {
        return meter.meter().read();
      } catch (RuntimeException e) {
        throw new MeterException(
            "The meter "
                + meter.name()
                + " failed with "
                + e
                + "; this is a mistake of Quorate's, please report it.",
            e);
      }
    }

    @Override
    public void run() {
      long next = System.nanoTime() + meter.period().toNanos();
      try {
        while (!stopped) {
          boolean ending = sleepUntil(next);
          try {
            readOnce();
            problem = null;
          } catch (MeterException e) {
            problem = e.getMessage();
          }
          next = Math.max(next + meter.period().toNanos(), System.nanoTime());
          if (ending && isDone()) {
            return;
          }
        }
      } catch (IOException e) {
        unwritable = e;
      } catch (InterruptedException e) {
        // Only stop() interrupts this thread.
      }
    }

    private boolean isDone() {
      Instant over = end;
      if (over == null) {
        return false;
      }
      Duration grace = meter.period().multipliedBy(PERIODS_OF_GRACE).plus(meter.meter().delay());
      // By the clock that stamps the readings, where that is known to differ.
      Instant told = over.plus(meter.meter().clockAhead().orElse(Duration.ZERO));
      return !newest.isBefore(told) || clock.instant().isAfter(over.plus(grace));
    }

    /** Sleeps until a time, or shortly after the run has ended; says whether it has. */
    private synchronized boolean sleepUntil(long nanos) throws InterruptedException {
      boolean begunEnded = end != null;
      for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
        if (end != null && !begunEnded) {
          return true;
        }
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
      return end != null;
    }
  }
}
