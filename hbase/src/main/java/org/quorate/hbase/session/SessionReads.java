package org.quorate.hbase.session;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.deferral.WriteAccount;
import org.quorate.hbase.overlay.Exactness;
import org.quorate.hbase.overlay.FamilyRules;
import org.quorate.hbase.overlay.Overlay;
import org.quorate.hbase.overlay.RowMerge;

/**
 * Reads that see the session's pending writes. Thread-safe where the table is.
 *
 * <p>A read sees every write of the session that was accepted before the read was called, or
 * something newer. A scan has what is pending in its range flushed when its scanner is opened:
 * writes accepted after that may be seen or not. A get that finds something newer than what is
 * pending waits until that is acknowledged, so that no later read shows it again. Where a read has
 * to wait, it does so for as long as a request to the table may take, and then fails.
 */
public final class SessionReads {
  private final Table server;
  private final WriteAccount account;
  private final Overlay overlay;
  private final TableRules rules;
  private final LongSupplier clock;

  /**
   * @param server answers reads as the servers do
   * @param account whose writes are in the overlay
   * @param clock in milliseconds
   */
  public SessionReads(
      Table server, WriteAccount account, Overlay overlay, TableRules rules, LongSupplier clock) {
    this.server = server;
    this.account = account;
    this.overlay = overlay;
    this.rules = rules;
    this.clock = clock;
  }

  /** As {@link Table#get(Get)}. */
  public Result get(Get get) throws IOException {
    if (overlay.of(get.getRow()).isEmpty()) {
      Result answer = server.get(get);
      account.saw(answer);
      return answer;
    }
    return get(List.of(get))[0];
  }

  /** As {@link Table#get(List)}. */
  public Result[] get(List<Get> gets) throws IOException {
    List<List<Mutation>> pending = new ArrayList<>(gets.size());
    List<byte[]> inexact = new ArrayList<>();
    List<Get> asked = new ArrayList<>(gets.size());
    Optional<FamilyRules> known = Optional.empty();
    for (Get get : gets) {
      List<Mutation> ofRow = overlay.of(get.getRow());
      if (!ofRow.isEmpty()) {
        known = known.isPresent() ? known : rules.of(server);
        if (!exact(get, ofRow, known)) {
          inexact.add(get.getRow());
          ofRow = List.of();
        }
      }
      pending.add(ofRow);
      asked.add(ofRow.isEmpty() ? get : whole(get));
    }
    flushRows(inexact);
    Result[] results = server.get(asked);
    List<byte[]> overtaken = new ArrayList<>();
    for (int index = 0; index < results.length; index++) {
      account.saw(results[index]);
      if (RowMerge.overtaken(pending.get(index), results[index])) {
        overtaken.add(gets.get(index).getRow());
      }
    }
    flushRows(overtaken);
    for (int index = 0; index < results.length; index++) {
      if (!pending.get(index).isEmpty()) {
        results[index] =
            merged(gets.get(index), pending.get(index), results[index], known.orElseThrow());
      }
    }
    return results;
  }

  /** As {@link Table#exists(Get)}. */
  public boolean exists(Get get) throws IOException {
    if (overlay.of(get.getRow()).isEmpty()) {
      return server.exists(get);
    }
    return !get(whole(get)).isEmpty();
  }

  /** As {@link Table#exists(List)}. */
  public boolean[] exists(List<Get> gets) throws IOException {
    boolean any = false;
    for (Get get : gets) {
      any |= !overlay.of(get.getRow()).isEmpty();
    }
    if (!any) {
      return server.exists(gets);
    }
    Result[] results = get(gets.stream().map(SessionReads::whole).toList());
    boolean[] exist = new boolean[results.length];
    for (int index = 0; index < results.length; index++) {
      exist[index] = !results[index].isEmpty();
    }
    return exist;
  }

  /** As {@link Table#getScanner(Scan)}. */
  public ResultScanner scan(Scan scan) throws IOException {
    flushRows(
        scan.isReversed()
            ? overlay.range(
                scan.getStopRow(), scan.includeStopRow(),
                scan.getStartRow(), scan.includeStartRow())
            : overlay.range(
                scan.getStartRow(), scan.includeStartRow(),
                scan.getStopRow(), scan.includeStopRow()));
    return new WatchedScanner(server.getScanner(scan), account);
  }

  private void flushRows(List<byte[]> rows) throws IOException {
    if (!rows.isEmpty()) {
      account.flushRows(rows, RequestTime.of(server));
    }
  }

  private static boolean exact(Get get, List<Mutation> pending, Optional<FamilyRules> known) {
    return pending.stream().allMatch(Exactness::mergeable)
        && Exactness.mergeable(get)
        && known.isPresent()
        && known.get().plain()
        && known.get().cover(pending);
  }

  private Result merged(Get get, List<Mutation> pending, Result answer, FamilyRules known) {
    Result row = RowMerge.merge(get, answer, pending, known, clock.getAsLong());
    return get.isCheckExistenceOnly() ? Result.create(List.of(), !row.isEmpty()) : row;
  }

  /** A get for the cells, where only their existence was asked for. */
  private static Get whole(Get get) {
    return get.isCheckExistenceOnly() ? new Get(get).setCheckExistenceOnly(false) : get;
  }

  /** Shows every row to the account as well. */
  private record WatchedScanner(ResultScanner stock, WriteAccount account)
      implements ResultScanner {
    @Override
    public @Nullable Result next() throws IOException {
      Result row = stock.next();
      account.saw(row);
      return row;
    }

    @Override
    public void close() {
      stock.close();
    }

    @Override
    public boolean renewLease() {
      return stock.renewLease();
    }

    @Override
    public @Nullable ScanMetrics getScanMetrics() {
      return stock.getScanMetrics();
    }
  }
}
