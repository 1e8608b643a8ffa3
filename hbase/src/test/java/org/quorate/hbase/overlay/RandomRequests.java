package org.quorate.hbase.overlay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.SplittableRandom;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/** Random mutations and gets on few families and columns, so that they often meet. */
public final class RandomRequests {
  private static final byte[][] FAMILIES = {Bytes.toBytes("f"), Bytes.toBytes("g")};
  private static final byte[][] COLUMNS = {
    Bytes.toBytes("a"), Bytes.toBytes("b"), Bytes.toBytes("ab"), new byte[0]
  };

  private final SplittableRandom random;
  private int values;

  public RandomRequests(SplittableRandom random) {
    this.random = random;
  }

  /** A put of one to three cells with timestamps from {@code first} to {@code last}. */
  public Put put(byte[] row, long first, long last) {
    Put put = new Put(row);
    for (int cell = random.nextInt(1, 4); cell > 0; cell--) {
      put.addColumn(
          family(), column(), random.nextLong(first, last + 1), Bytes.toBytes("v" + values++));
    }
    return put;
  }

  /** A delete of the row, of families or of columns, up to a timestamp. */
  public Delete delete(byte[] row, long first, long last) {
    long timestamp = random.nextLong(first, last + 1);
    return switch (random.nextInt(4)) {
      case 0 -> new Delete(row, timestamp);
      case 1 -> new Delete(row).addFamily(family(), timestamp);
      case 2 -> new Delete(row).addColumns(family(), column(), timestamp);
      default ->
          new Delete(row)
              .addColumns(family(), column(), timestamp)
              .addColumns(family(), column(), random.nextLong(first, last + 1));
    };
  }

  /** A delete of single versions. */
  public Delete deleteOfVersion(byte[] row, long first, long last) {
    long timestamp = random.nextLong(first, last + 1);
    return random.nextBoolean()
        ? new Delete(row).addColumn(family(), column(), timestamp)
        : new Delete(row).addFamilyVersion(family(), timestamp);
  }

  /** A put or, once in a while, a delete up to a timestamp. */
  public Mutation putOrDelete(byte[] row, long first, long last) {
    return random.nextInt(3) == 0 ? delete(row, first, last) : put(row, first, last);
  }

  /** A get of some families, columns, versions and times. */
  public Get get(byte[] row) {
    Get get = new Get(row);
    try {
      switch (random.nextInt(4)) {
        case 0 -> get.addFamily(family());
        case 1 -> get.addColumn(family(), column()).addColumn(family(), column());
        case 2 -> get.addColumn(family(), column()).addFamily(family());
        default -> {
          // All families.
        }
      }
      get.readVersions(random.nextInt(1, 5));
      if (random.nextInt(3) == 0) {
        long from = random.nextLong(0, 80);
        get.setTimeRange(from, random.nextLong(from + 1, 120));
      }
      if (random.nextInt(5) == 0) {
        long from = random.nextLong(0, 80);
        get.setColumnFamilyTimeRange(family(), from, random.nextLong(from + 1, 120));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return get;
  }

  private byte[] family() {
    return FAMILIES[random.nextInt(FAMILIES.length)];
  }

  private byte[] column() {
    return COLUMNS[random.nextInt(COLUMNS.length)];
  }
}
