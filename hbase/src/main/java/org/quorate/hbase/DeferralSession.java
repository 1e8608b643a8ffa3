package org.quorate.hbase;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;
import org.quorate.core.quantity.NanosecondTime;
import org.quorate.hbase.deferral.FailureListener;
import org.quorate.hbase.deferral.PendingWrites;
import org.quorate.hbase.deferral.WriteAccount;
import org.quorate.hbase.overlay.Overlay;
import org.quorate.hbase.session.OrderedRequests;
import org.quorate.hbase.session.SessionReads;
import org.quorate.hbase.session.TableRules;

/**
 * One client in the sense of the session guarantees: it reads its own writes, and never sees less
 * than it saw. It does not see what other sessions have pending. Thread-safe; make one for each
 * user, request or thread whose reads must see its writes, and close it when that is over.
 *
 * <p>It holds nothing but what is pending, and may as well be forgotten where it has a listener.
 * Without one, a write that a server refuses waits for the session's next write to its table
 * (deferred or sent at once), for {@link #flush} or for {@link #close}: refused writes of a session
 * that was forgotten keep their room until deferral is closed, and in the end nobody can write.
 */
public final class DeferralSession implements Closeable {
  private final Deferral deferral;
  private final @Nullable PendingWrites writes;
  private final TableRules rules;
  private final @Nullable FailureListener listener;
  private final ConcurrentMap<TableName, Own> tables = new ConcurrentHashMap<>();

  DeferralSession(
      Deferral deferral,
      @Nullable PendingWrites writes,
      TableRules rules,
      @Nullable FailureListener listener) {
    this.deferral = deferral;
    this.writes = writes;
    this.rules = rules;
    this.listener = listener == null ? null : failure -> tell(listener, failure);
  }

  /**
   * A table of this session: a {@link DeferredTable}, or the stock one where deferral is off. Close
   * it as the stock one; that flushes nothing.
   *
   * @throws org.apache.hadoop.hbase.DoNotRetryIOException if writes to the table may not be
   *     deferred; it says why
   */
  public Table table(TableName name) throws IOException {
    Table stock = deferral.stockTable(name);
    PendingWrites all = writes;
    if (all == null) {
      return stock;
    }
    rules.refuseUnfit(stock, all.bound());
    Own own = tables.computeIfAbsent(name, table -> own(all, table));
    return new DeferredTable(
        stock,
        own.account,
        new OrderedRequests(all, own.account, stock),
        new SessionReads(stock, own.account, own.overlay, rules, System::currentTimeMillis));
  }

  /**
   * Has everything sent that this session wrote, and waits until it is acknowledged: from then on
   * every client sees it.
   *
   * @throws RetriesExhaustedWithDetailsException if some of it was given up and there is no
   *     listener to be told; with the mutations and the reasons
   */
  public void flush() throws IOException {
    flush(WriteAccount.UNLIMITED);
  }

  /**
   * The same within a time, for all tables together.
   *
   * @throws org.apache.hadoop.hbase.exceptions.TimeoutIOException if that is over first: what is
   *     left stays pending and is sent as before; what is refused of it later is told to the
   *     listener or, without one, thrown by the next call or when deferral is closed
   */
  public void flush(Duration atMost) throws IOException {
    long deadline = System.nanoTime() + NanosecondTime.of(atMost).toNanos();
    tables.values().forEach(own -> own.account.ask());
    IOException failure = null;
    for (Own own : tables.values()) {
      try {
        own.account.flush(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
      } catch (IOException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Flushes, and so has whatever was refused handed back; there is nothing else to release. */
  @Override
  public void close() throws IOException {
    flush();
  }

  /** As {@link #flush(Duration)}; what is left then is sent all the same. */
  public void close(Duration atMost) throws IOException {
    flush(atMost);
  }

  /**
   * The session may be forgotten, so that no next call need come that could throw what its listener
   * throws: as any other exception of a listener it is logged, and nothing is kept.
   */
  private static void tell(FailureListener listener, RetriesExhaustedWithDetailsException failure) {
    try {
      listener.failed(failure);
    } catch (RetriesExhaustedWithDetailsException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Own own(PendingWrites all, TableName table) {
    Overlay overlay = new Overlay();
    return new Own(overlay, all.account(table, listener, overlay));
  }

  private record Own(Overlay overlay, WriteAccount account) {}
}
