package org.quorate.hbase;

import java.io.IOException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.deferral.PendingWrites;
import org.quorate.hbase.deferral.WriteAccount;
import org.quorate.hbase.overlay.Overlay;
import org.quorate.hbase.session.OrderedRequests;
import org.quorate.hbase.session.SessionReads;
import org.quorate.hbase.session.TableRules;

/**
 * One client in the sense of the session guarantees: it reads its own writes, and never sees less
 * than it saw. It does not see what other sessions have pending. Thread-safe; make one for each
 * user, request or thread whose reads must see its writes, and forget it when that is over: it
 * holds nothing but what is pending.
 */
public final class DeferralSession {
  private final Deferral deferral;
  private final @Nullable PendingWrites writes;
  private final TableRules rules;
  private final ConcurrentMap<TableName, Own> tables = new ConcurrentHashMap<>();

  DeferralSession(Deferral deferral, @Nullable PendingWrites writes, TableRules rules) {
    this.deferral = deferral;
    this.writes = writes;
    this.rules = rules;
  }

  /**
   * A table of this session: a {@link DeferredTable}, or the stock one where deferral is off. Close
   * it as the stock one; that flushes nothing.
   */
  public Table table(TableName name) throws IOException {
    Table stock = deferral.stockTable(name);
    PendingWrites all = writes;
    if (all == null) {
      return stock;
    }
    Own own = tables.computeIfAbsent(name, table -> own(all, table));
    return new DeferredTable(
        stock,
        own.account,
        new OrderedRequests(all, own.account),
        new SessionReads(stock, own.account, own.overlay, rules, System::currentTimeMillis));
  }

  /**
   * Has everything sent that this session wrote, and waits until it is acknowledged: from then on
   * every client sees it.
   *
   * @throws org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException if some of it was
   *     given up; with the mutations and the reasons
   */
  public void flush() throws IOException {
    IOException failure = null;
    for (Own own : tables.values()) {
      try {
        own.account.flush();
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

  private static Own own(PendingWrites writes, TableName table) {
    Overlay overlay = new Overlay();
    return new Own(overlay, writes.account(table, null, overlay));
  }

  private record Own(Overlay overlay, WriteAccount account) {}
}
