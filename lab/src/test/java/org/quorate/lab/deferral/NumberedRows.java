package org.quorate.lab.deferral;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Rows with a number each. Keys begin with two hexadecimal digits, spread evenly. */
final class NumberedRows {
  static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] NUMBER = Bytes.toBytes("n");
  private static final byte[] FILLING = Bytes.toBytes("filling");

  private NumberedRows() {}

  static String key(long row) {
    return "%02x-%d".formatted((row * 37) & 0xFF, row);
  }

  /** Puts a number in a row, and as many further bytes as are asked for. */
  static Put put(long row, long number, int filling) {
    Put put = new Put(Bytes.toBytes(key(row))).addColumn(FAMILY, NUMBER, Bytes.toBytes(number));
    return filling == 0 ? put : put.addColumn(FAMILY, FILLING, new byte[filling]);
  }

  /** What the servers have: the number of each row. */
  static Map<String, Long> read(Connection connection, TableName name) throws IOException {
    Map<String, Long> rows = new TreeMap<>();
    try (Table table = connection.getTable(name);
        ResultScanner found = table.getScanner(new Scan().addColumn(FAMILY, NUMBER))) {
      for (Result row : found) {
        rows.put(Bytes.toString(row.getRow()), Bytes.toLong(row.getValue(FAMILY, NUMBER)));
      }
    }
    return rows;
  }
}
