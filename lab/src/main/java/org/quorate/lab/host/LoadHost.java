package org.quorate.lab.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.quorate.core.workload.KeySequence;
import org.quorate.core.workload.Workload;
import org.quorate.core.workload.WorkloadText;
import org.quorate.load.store.VersionClock;

/**
 * A load host: does what a coordinator asks over a stream, until that ends. Questions about the
 * clock are answered by the thread that reads them, at once; loads are prepared and driven by
 * another, one at a time.
 */
public final class LoadHost {
  private final HostStores stores;
  private final MessageLines messages;

  /** Rows that this host inserts, by table; never the same ones twice while it lives. */
  private final Map<String, KeySequence> keys = new HashMap<>();

  private volatile long epochMicros;
  private volatile long epochNanos;
  private @Nullable VersionClock versions;
  private @Nullable HostLoad prepared;

  private LoadHost(HostStores stores, MessageLines messages) {
    this.stores = stores;
    this.messages = messages;
  }

  /**
   * Serves a coordinator.
   *
   * @param in what it asks; the host ends when this does
   * @param out what it is told; nobody else may write to it
   * @param stores what loads are sent to; stays open
   * @throws IOException when the coordinator says what is no message, or does not listen any more
   */
  public static void serve(InputStream in, OutputStream out, HostStores stores)
      throws IOException, InterruptedException {
    new LoadHost(stores, new MessageLines(in, out)).serve();
  }

  private void serve() throws IOException, InterruptedException {
    ExecutorService worker =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread thread = new Thread(task, "load-host");
              thread.setDaemon(true);
              return thread;
            });
    try {
      messages.write(new HostMessage.Ready(HostMessage.PROTOCOL));
      for (HostMessage asked = messages.read(); asked != null; asked = messages.read()) {
        if (asked instanceof HostMessage.AskClock question) {
          long heard = System.nanoTime();
          messages.write(() -> new HostMessage.Clock(question.number(), heard, System.nanoTime()));
        } else if (asked instanceof HostMessage.Prepare prepare) {
          worker.execute(() -> telling(() -> prepare(prepare)));
        } else if (asked instanceof HostMessage.Begin begin) {
          worker.execute(() -> telling(() -> begin(begin)));
        } else {
          throw new IOException("A load host is not told " + asked.getClass().getSimpleName());
        }
      }
    } finally {
      worker.shutdownNow();
      worker.awaitTermination(5, TimeUnit.SECONDS);
    }
  }

  /** What the worker does. */
  private interface Step {
    void take() throws IOException, InterruptedException;
  }

  private void telling(Step step) {
    try {
      try {
        step.take();
      } catch (IOException | RuntimeException e) {
        String why = e.getMessage();
        messages.write(new HostMessage.Failed(why == null ? e.getClass().getSimpleName() : why));
      }
    } catch (IOException | InterruptedException nobodyListens) {
      // The coordinator has gone, and this host goes too.
    }
  }

  private void prepare(HostMessage.Prepare asked) throws IOException {
    release();
    Workload workload = WorkloadText.workload(asked.workload());
    KeySequence rows =
        keys.computeIfAbsent(
            asked.keyspace() + "." + asked.table(),
            any ->
                new KeySequence(workload.recordCount(), asked.insertShare(), asked.insertShares()));
    if (versions == null) {
      versions =
          new VersionClock(
              () -> epochMicros + (System.nanoTime() - epochNanos) / 1_000,
              asked.versionShare(),
              asked.versionShares());
    }
    prepared = HostLoad.prepare(asked, workload, rows, stores, messages);
    messages.write(new HostMessage.Prepared());
  }

  private void begin(HostMessage.Begin begin) throws IOException, InterruptedException {
    HostLoad load = prepared;
    if (load == null) {
      throw new IOException("No load was prepared.");
    }
    epochMicros = begin.epochMicros();
    epochNanos = begin.atNanos();
    try {
      load.drive(begin, Objects.requireNonNull(versions));
    } finally {
      release();
    }
  }

  private void release() {
    HostLoad load = prepared;
    prepared = null;
    if (load != null) {
      load.close();
    }
  }
}
