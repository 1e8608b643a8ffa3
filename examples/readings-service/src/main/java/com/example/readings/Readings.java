package com.example.readings;

import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** The readings of sensors. It knows nothing of Quorate: any table will do. */
final class Readings {
  static final TableName TABLE = TableName.valueOf("readings");

  private static final byte[] FAMILY = Bytes.toBytes("r");
  private static final byte[] VALUE = Bytes.toBytes("v");

  private final Table table;

  Readings(Table table) {
    this.table = table;
  }

  /** Makes the table where it is not there, in three regions. */
  static void prepare(Connection connection) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(TABLE)) {
        admin.createTable(
            TableDescriptorBuilder.newBuilder(TABLE)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .build(),
            new byte[][] {Bytes.toBytes("55"), Bytes.toBytes("aa")});
      }
    }
  }

  void store(int sensor, long number, double value) throws IOException {
    table.put(new Put(row(sensor, number)).addColumn(FAMILY, VALUE, Bytes.toBytes(value)));
  }

  /** Whether the table has this reading. */
  boolean has(int sensor, long number, double value) throws IOException {
    byte[] found = table.get(new Get(row(sensor, number))).getValue(FAMILY, VALUE);
    return found != null && Bytes.toDouble(found) == value;
  }

  /** Begins with two digits that spread the rows of a sensor over all regions. */
  private static byte[] row(int sensor, long number) {
    return Bytes.toBytes(
        "%02x-%d-%d".formatted((number * 0x9E3779B97F4A7C15L) >>> 56, sensor, number));
  }
}
