package org.quorate.lab.store.hbase;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.quorate.core.workload.Workload;

/**
 * How rows lie in HBase.
 *
 * @param table its name, with its namespace where that is not the default one
 * @param fields names of the fields in their order, at least one; each is a qualifier
 */
public record HBaseLayout(String table, List<String> fields) {
  /** The one family, as YCSB's documents call it. */
  public static final String FAMILY = "family";

  /**
   * @throws IllegalArgumentException if this cannot be a table of HBase; a sentence for the user
   */
  public HBaseLayout {
    fields = List.copyOf(fields);
    try {
      TableName.valueOf(table);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "\""
              + table
              + "\" cannot name a table of HBase; use letters, digits, _, - and dots inside.",
          e);
    }
    if (fields.isEmpty()) {
      throw new IllegalArgumentException("A row needs at least 1 field.");
    }
    if (new HashSet<>(fields).size() < fields.size()) {
      throw new IllegalArgumentException(
          "Two fields have the same name; choose another prefix of field names.");
    }
  }

  /**
   * The layout of a workload's table.
   *
   * @param number of the table within a session, from 1; those after the first have it in their
   *     name
   */
  public static HBaseLayout of(Workload workload, int number) {
    return new HBaseLayout(
        number == 1 ? workload.table() : workload.table() + "_" + number,
        workload.fields().names());
  }

  /** The name as HBase's client has it. */
  public TableName tableName() {
    return TableName.valueOf(table);
  }

  /** The bytes of the family's name. */
  public static byte[] family() {
    return FAMILY.getBytes(StandardCharsets.UTF_8);
  }

  byte[][] qualifiers() {
    return fields.stream()
        .map(field -> field.getBytes(StandardCharsets.UTF_8))
        .toArray(byte[][]::new);
  }
}
