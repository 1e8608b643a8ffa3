package org.quorate.lab.deferral;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.quorate.hbase.DeferralSession;

/** A session that reads, writes and deletes at random, on few rows that others write to as well. */
final class BusySession {
  static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int ROWS = 60;
  private static final int COLUMNS = 3;
  private static final int SCANNED = 10;

  private final DeferralSession session;
  private final Table table;
  private final Rivals rivals;
  private final SessionGuarantees guarantees;
  private final SplittableRandom random;

  /**
   * What sessions on the same rows share: the order of the writes of a row, which is that of their
   * acceptance since nobody else writes to the row meanwhile.
   *
   * @param stamped whether writes bring their numbers as timestamps
   */
  record Rivals(AtomicLong numbers, List<Object> locks, CellDeletes deletes, boolean stamped) {
    static Rivals of(boolean stamped) {
      List<Object> locks = new ArrayList<>();
      for (int row = 0; row < ROWS; row++) {
        locks.add(new Object());
      }
      AtomicLong numbers = new AtomicLong(stamped ? System.currentTimeMillis() : 0);
      return new Rivals(numbers, List.copyOf(locks), new CellDeletes(), stamped);
    }
  }

  BusySession(DeferralSession session, Table table, Rivals rivals, long seed) {
    this.session = session;
    this.table = table;
    this.rivals = rivals;
    this.guarantees = new SessionGuarantees(rivals.deletes());
    this.random = new SplittableRandom(seed);
  }

  SessionGuarantees guarantees() {
    return guarantees;
  }

  /** Does so many operations. */
  void work(long operations) throws IOException {
    for (long done = 0; done < operations; done++) {
      int row = random.nextInt(ROWS);
      int choice = random.nextInt(1000);
      if (choice < 300) {
        put(row);
      } else if (choice < 370) {
        delete(row);
      } else if (choice < 440) {
        deleteColumn(row, random.nextInt(COLUMNS));
      } else if (choice < 840) {
        check(row, table.get(new Get(key(row))));
      } else if (choice < 900) {
        readColumn(row, random.nextInt(COLUMNS));
      } else if (choice < 950) {
        readSeveral();
      } else if (choice < 999) {
        scan(random.nextInt(ROWS - SCANNED));
      } else {
        session.flush();
      }
    }
  }

  /** Reads every row once more. */
  void readAll() throws IOException {
    for (int row = 0; row < ROWS; row++) {
      check(row, table.get(new Get(key(row))));
    }
  }

  private void put(int row) throws IOException {
    int first = random.nextInt(COLUMNS);
    int columns = random.nextInt(1, COLUMNS + 1);
    synchronized (rivals.locks().get(row)) {
      long number = rivals.numbers().incrementAndGet();
      Put put = new Put(key(row));
      for (int i = 0; i < columns; i++) {
        byte[] column = column((first + i) % COLUMNS);
        if (rivals.stamped()) {
          put.addColumn(FAMILY, column, number, Bytes.toBytes(number));
        } else {
          put.addColumn(FAMILY, column, Bytes.toBytes(number));
        }
      }
      table.put(put);
      for (int i = 0; i < columns; i++) {
        guarantees.wrote(cell(row, (first + i) % COLUMNS), number);
      }
    }
  }

  private void delete(int row) throws IOException {
    synchronized (rivals.locks().get(row)) {
      long number = rivals.numbers().incrementAndGet();
      for (int column = 0; column < COLUMNS; column++) {
        rivals.deletes().add(cell(row, column), number);
      }
      table.delete(rivals.stamped() ? new Delete(key(row), number) : new Delete(key(row)));
      for (int column = 0; column < COLUMNS; column++) {
        guarantees.wrote(cell(row, column), number);
      }
    }
  }

  private void deleteColumn(int row, int column) throws IOException {
    synchronized (rivals.locks().get(row)) {
      long number = rivals.numbers().incrementAndGet();
      rivals.deletes().add(cell(row, column), number);
      Delete delete = new Delete(key(row));
      if (rivals.stamped()) {
        delete.addColumns(FAMILY, column(column), number);
      } else {
        delete.addColumns(FAMILY, column(column));
      }
      table.delete(delete);
      guarantees.wrote(cell(row, column), number);
    }
  }

  private void readColumn(int row, int column) throws IOException {
    Result result = table.get(new Get(key(row)).addColumn(FAMILY, column(column)));
    guarantees.read(cell(row, column), number(result, column));
  }

  private void readSeveral() throws IOException {
    List<Integer> rows =
        List.of(random.nextInt(20), random.nextInt(20, 40), random.nextInt(40, ROWS));
    Result[] results = table.get(rows.stream().map(row -> new Get(key(row))).toList());
    for (int i = 0; i < results.length; i++) {
      check(rows.get(i), results[i]);
    }
  }

  private void scan(int first) throws IOException {
    Scan scan = new Scan().withStartRow(key(first)).withStopRow(key(first + SCANNED));
    int row = first;
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result result : scanner) {
        while (!Bytes.equals(result.getRow(), key(row))) {
          check(row++, Result.EMPTY_RESULT);
        }
        check(row++, result);
      }
    }
    while (row < first + SCANNED) {
      check(row++, Result.EMPTY_RESULT);
    }
  }

  private void check(int row, Result result) {
    for (int column = 0; column < COLUMNS; column++) {
      guarantees.read(cell(row, column), number(result, column));
    }
  }

  private static Long number(Result result, int column) {
    byte[] value = result.getValue(FAMILY, column(column));
    return value == null ? null : Bytes.toLong(value);
  }

  private static byte[] key(int row) {
    return Bytes.toBytes("row%02d".formatted(row));
  }

  private static byte[] column(int column) {
    return Bytes.toBytes("c" + column);
  }

  private static String cell(int row, int column) {
    return "row " + row + " column " + column;
  }
}
