package org.quorate.hbase.setting;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.quorate.hbase.metric.DeferralListener;
import org.quorate.hbase.metric.Listening;
import org.quorate.hbase.spill.CrashDurability;

/**
 * How deferral is to behave. Immutable.
 *
 * @param bound on the staleness of what other clients see
 * @param spill what an accepted write survives
 * @param capacity how much is kept
 * @param flush how flushes are made
 * @param stamps how writes are stamped
 * @param listeners that hear of single writes, and where
 */
public record DeferralSettings(
    StalenessBound bound,
    SpillSettings spill,
    Capacity capacity,
    FlushSettings flush,
    StampSettings stamps,
    List<Listening> listeners) {
  public DeferralSettings {
    listeners = List.copyOf(listeners);
  }

  /** Whether writes are deferred at all: the bound on the time is not zero. */
  public boolean enabled() {
    return !bound.time().isZero();
  }

  /** Nothing is deferred: what is made of these passes everything on to the stock client. */
  public static DeferralSettings off() {
    return builder().boundTime(Duration.ZERO).build();
  }

  /** Starts with a bound of one second, no durability, flushes of 1 MiB. */
  public static Builder builder() {
    return new Builder();
  }

  /** Starts with these. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.bound = bound;
    builder.spill = spill;
    builder.capacity = capacity;
    builder.flush = flush;
    builder.stamps = stamps;
    builder.listeners.addAll(listeners);
    return builder;
  }

  /** Collects settings; every call checks its value. Not thread-safe. */
  public static final class Builder {
    private StalenessBound bound = StalenessBound.STANDARD;
    private SpillSettings spill = SpillSettings.NONE;
    private Capacity capacity = Capacity.STANDARD;
    private FlushSettings flush = FlushSettings.STANDARD;
    private StampSettings stamps = StampSettings.STANDARD;
    private final List<Listening> listeners = new ArrayList<>();

    private Builder() {}

    /** Longest time from acceptance to acknowledgement; zero turns deferral off. */
    public Builder boundTime(Duration time) {
      bound = new StalenessBound(time, bound.bytes(), bound.writes());
      return this;
    }

    /** Most bytes accepted and not acknowledged. */
    public Builder boundBytes(long bytes) {
      bound = new StalenessBound(bound.time(), bytes, bound.writes());
      return this;
    }

    /** Most writes accepted and not acknowledged. */
    public Builder boundWrites(long writes) {
      bound = new StalenessBound(bound.time(), bound.bytes(), writes);
      return this;
    }

    /** Accepted writes survive a crash, kept in a directory of this machine. */
    public Builder survive(CrashDurability durability, Path directory) {
      spill = new SpillSettings(durability, Optional.of(directory), spill.mostBytes());
      return this;
    }

    /** Most bytes of writes on the disk. */
    public Builder spillBytes(long most) {
      spill = new SpillSettings(spill.durability(), spill.directory(), most);
      return this;
    }

    /** Most bytes of writes in memory. */
    public Builder memory(long bytes) {
      capacity = new Capacity(bytes, capacity.whenFull(), capacity.blockAtMost());
      return this;
    }

    /** A call that finds no room waits, up to a limit. */
    public Builder blockWhenFull(Duration atMost) {
      capacity = new Capacity(capacity.memory(), WhenFull.BLOCK, atMost);
      return this;
    }

    /** A call that finds no room fails at once. */
    public Builder failWhenFull() {
      capacity = new Capacity(capacity.memory(), WhenFull.FAIL, capacity.blockAtMost());
      return this;
    }

    /** At how many bytes for one server a flush is sent before its time, and the largest one. */
    public Builder flushBytes(long bytes) {
      flush = new FlushSettings(bytes, flush.inFlight(), flush.retryFor());
      return this;
    }

    /** Most flushes to one server that are not answered. */
    public Builder flushesInFlight(int most) {
      flush = new FlushSettings(flush.bytes(), most, flush.retryFor());
      return this;
    }

    /** How long a write is sent again before it is given up. */
    public Builder retryFor(Duration time) {
      flush = new FlushSettings(flush.bytes(), flush.inFlight(), time);
      return this;
    }

    /** How writes without a timestamp get one. */
    public Builder stamps(StampSettings chosen) {
      stamps = chosen;
      return this;
    }

    /** Hears of single writes, on a thread of deferral's own. */
    public Builder listener(DeferralListener listener) {
      listeners.add(new Listening(listener, Optional.empty()));
      return this;
    }

    /** Hears of single writes, on an executor of the application's, which is not closed. */
    public Builder listener(DeferralListener listener, Executor executor) {
      listeners.add(new Listening(listener, Optional.of(executor)));
      return this;
    }

    public DeferralSettings build() {
      return new DeferralSettings(bound, spill, capacity, flush, stamps, listeners);
    }
  }
}
