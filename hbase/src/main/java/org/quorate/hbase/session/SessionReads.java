package org.quorate.hbase.session;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.quorate.hbase.deferral.WriteAccount;
import org.quorate.hbase.overlay.FamilyRules;
import org.quorate.hbase.overlay.MergingScanner;
import org.quorate.hbase.overlay.Overlay;
import org.quorate.hbase.overlay.ReadShape;
import org.quorate.hbase.overlay.RowMerge;
import org.quorate.hbase.overlay.RowWrites;

/**
 * Reads that see the session's pending writes. Thread-safe where the table is.
 *
 * <p>A read sees every write of the session that was accepted before the read was called, or
 * something newer. A scan is one read that begins when its scanner is opened: writes accepted after
 * that may be seen or not. A read that finds something newer than what is pending waits until that
 * is acknowledged, so that no later read shows it again. Where a read has to wait, it does so for
 * as long as a request to the table may take, and then fails.
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
    RowWrites pending = overlay.of(get.getRow());
    if (pending.isEmpty()) {
      return asked(get);
    }
    Optional<FamilyRules> known = rules.of(server);
    if (!exact(get, pending, known)) {
      flushRow(get.getRow());
      return asked(get);
    }
    Result answer = asked(whole(get));
    if (pending.overtakenBy(answer)) {
      flushRow(get.getRow());
    }
    return merged(get, pending, answer, known.orElseThrow());
  }

  /** As {@link Table#get(List)}. */
  public Result[] get(List<Get> gets) throws IOException {
    List<RowWrites> pending = new ArrayList<>(gets.size());
    List<byte[]> inexact = new ArrayList<>();
    boolean any = false;
    for (Get get : gets) {
      RowWrites ofRow = overlay.of(get.getRow());
      pending.add(ofRow);
      any |= !ofRow.isEmpty();
    }
    if (!any) {
      return asked(gets);
    }
    Optional<FamilyRules> known = rules.of(server);
    List<Get> whole = new ArrayList<>(gets.size());
    for (int index = 0; index < gets.size(); index++) {
      Get get = gets.get(index);
      RowWrites ofRow = pending.get(index);
      if (ofRow.isEmpty()) {
        whole.add(get);
      } else if (exact(get, ofRow, known)) {
        whole.add(whole(get));
      } else {
        whole.add(get);
        inexact.add(get.getRow());
        pending.set(index, RowWrites.NONE);
      }
    }
    flushRows(inexact);
    Result[] results = asked(whole);
    List<byte[]> overtaken = new ArrayList<>();
    for (int index = 0; index < results.length; index++) {
      if (pending.get(index).overtakenBy(results[index])) {
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
    List<Get> whole = new ArrayList<>(gets.size());
    for (Get get : gets) {
      whole.add(whole(get));
    }
    Result[] results = get(whole);
    boolean[] exist = new boolean[results.length];
    for (int index = 0; index < results.length; index++) {
      exist[index] = !results[index].isEmpty();
    }
    return exist;
  }

  /** As {@link Table#getScanner(Scan)}. */
  public ResultScanner scan(Scan scan) throws IOException {
    NavigableMap<byte[], RowWrites> pending =
        scan.isReversed()
            ? overlay.range(
                scan.getStopRow(), scan.includeStopRow(),
                scan.getStartRow(), scan.includeStartRow())
            : overlay.range(
                scan.getStartRow(), scan.includeStartRow(),
                scan.getStopRow(), scan.includeStopRow());
    if (pending.isEmpty()) {
      return opened(scan);
    }
    Optional<FamilyRules> known = rules.of(server).filter(FamilyRules::plain);
    if (known.isEmpty() || !ReadShape.mergeable(scan)) {
      flushRows(pending.keySet());
      return opened(scan);
    }
    List<byte[]> inexact = new ArrayList<>();
    for (Map.Entry<byte[], RowWrites> row : pending.entrySet()) {
      if (!row.getValue().exact() || !known.get().cover(row.getValue())) {
        inexact.add(row.getKey());
      }
    }
    if (!inexact.isEmpty()) {
      flushRows(inexact);
      inexact.forEach(pending::remove);
    }
    return new MergingScanner(
        opened(unlimited(scan, pending.size())), scan, pending, known.get(), clock, this::flushRow);
  }

  private void flushRow(byte[] row) throws IOException {
    account.flushRow(row, RequestTime.of(server));
  }

  private void flushRows(Iterable<byte[]> rows) throws IOException {
    account.flushRows(rows, RequestTime.of(server));
  }

  private static boolean exact(Get get, RowWrites pending, Optional<FamilyRules> known) {
    return pending.exact()
        && ReadShape.mergeable(get)
        && known.isPresent()
        && known.get().plain()
        && known.get().cover(pending);
  }

  private Result merged(Get get, RowWrites pending, Result answer, FamilyRules known) {
    Result row = RowMerge.merge(ReadShape.of(get), answer, pending, known, clock.getAsLong());
    return get.isCheckExistenceOnly() ? Result.create(List.of(), !row.isEmpty()) : row;
  }

  /** A get for the cells, where only their existence was asked for. */
  private static Get whole(Get get) {
    return get.isCheckExistenceOnly() ? new Get(get).setCheckExistenceOnly(false) : get;
  }

  /** Rows that are pending may add to the limit or take from it, so that it is counted here. */
  private static Scan unlimited(Scan scan, int pending) throws IOException {
    int limit = scan.getLimit();
    if (limit <= 0) {
      return scan;
    }
    Scan unlimited = new Scan(scan).setLimit(-1);
    int enough = (int) Math.min(Integer.MAX_VALUE, (long) limit + pending);
    if (scan.getCaching() <= 0 || scan.getCaching() > enough) {
      unlimited.setCaching(enough);
    }
    return unlimited;
  }

  private ResultScanner opened(Scan scan) throws IOException {
    return new WatchedScanner(server.getScanner(scan), account::saw);
  }

  private Result asked(Get get) throws IOException {
    Result answer = server.get(get);
    account.saw(answer);
    return answer;
  }

  private Result[] asked(List<Get> gets) throws IOException {
    Result[] answers = server.get(gets);
    for (Result answer : answers) {
      account.saw(answer);
    }
    return answers;
  }
}
