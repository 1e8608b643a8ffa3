package org.quorate.hbase.testing;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Mutation;
import org.quorate.hbase.spill.Spill;

/** A spill in memory that notes what it is told, and can be full. */
public final class RecordingSpill implements Spill {
  private final Map<Long, Mutation> kept = new TreeMap<>();
  private final List<String> complaints = new ArrayList<>();
  private boolean full;
  private boolean closed;
  private volatile CountDownLatch slow;

  @Override
  public synchronized void append(long sequence, TableName table, Mutation mutation)
      throws IOException {
    if (full) {
      throw new IOException("The disk is full.");
    }
    if (closed) {
      complaints.add("append after close");
    }
    if (kept.put(sequence, mutation) != null) {
      complaints.add("sequence " + sequence + " twice");
    }
  }

  @Override
  public void acknowledged(long sequence) {
    CountDownLatch until = slow;
    if (until != null) {
      slow = null;
      try {
        until.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    note(sequence);
  }

  private synchronized void note(long sequence) {
    if (kept.remove(sequence) == null) {
      complaints.add("acknowledged " + sequence + " that is not there");
    }
    if (closed) {
      complaints.add("acknowledged after close");
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
  }

  /** From now on nothing more, or again something, can be kept. */
  public synchronized void full(boolean now) {
    full = now;
  }

  /** The next acknowledgement takes until then. */
  public void slow(CountDownLatch until) {
    slow = until;
  }

  /** Whether the acknowledgement that {@link #slow} is for has come. */
  public boolean isSlow() {
    return slow == null;
  }

  /** What would be replayed after a crash now, in order. */
  public synchronized List<Mutation> kept() {
    return new ArrayList<>(kept.values());
  }

  /** What should not have happened. */
  public synchronized List<String> complaints() {
    return List.copyOf(complaints);
  }
}
