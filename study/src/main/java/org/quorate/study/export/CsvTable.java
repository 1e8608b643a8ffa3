package org.quorate.study.export;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.quorate.study.io.WholeFile;

/**
 * Rows of named values as CSV after RFC 4180: a header, one line per row, every column that any row
 * has, empty where a row has none. Not thread-safe.
 */
public final class CsvTable {
  private final List<Map<String, String>> rows = new ArrayList<>();

  /** One row, filled column by column. */
  public static final class Row {
    private final Map<String, String> values = new LinkedHashMap<>();

    /** A column's value; null and what is not finite are empty. */
    public Row put(String column, @Nullable Object value) {
      values.put(column, value == null ? "" : text(value));
      return this;
    }

    boolean has(String column) {
      return values.containsKey(column);
    }

    private static String text(Object value) {
      if (value instanceof Double number) {
        return Double.isFinite(number) ? number.toString() : "";
      }
      return value.toString();
    }
  }

  /** One more row. */
  public void add(Row row) {
    rows.add(row.values);
  }

  /** Writes the table, whole or not at all. */
  public void write(Path file) throws IOException {
    Set<String> columns = new LinkedHashSet<>();
    rows.forEach(row -> columns.addAll(row.keySet()));
    StringWriter text = new StringWriter();
    try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
      csv.writeRecord(columns);
      for (Map<String, String> row : rows) {
        csv.writeRecord(columns.stream().map(column -> row.getOrDefault(column, "")).toList());
      }
    }
    WholeFile.write(file, text.toString());
  }
}
