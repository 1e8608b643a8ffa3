package org.quorate.study.result;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;

/**
 * A run's small tables as CSV after RFC 4180: a header, and lines with as many fields. Immutable.
 *
 * @param header names of the columns
 * @param lines below the header
 */
record CsvLines(List<String> header, List<List<String>> lines) {
  CsvLines {
    header = List.copyOf(header);
    lines = List.copyOf(lines);
  }

  /**
   * Reads a file.
   *
   * @throws IOException if it cannot be read, or is no such table
   */
  static CsvLines read(Path file) throws IOException {
    try (CsvReader<CsvRecord> csv =
        CsvReader.builder().allowUnclosedQuote(false).ofCsvRecord(file)) {
      List<List<String>> rows = csv.stream().map(CsvRecord::getFields).toList();
      if (rows.isEmpty()) {
        throw new IOException(file + " has no header");
      }
      return new CsvLines(rows.get(0), rows.subList(1, rows.size()));
    } catch (UncheckedIOException | CsvParseException e) {
      throw new IOException(file + " is no table of equally many fields in each line", e);
    }
  }

  /** Writes records to what its caller closes, and hands each on at once. */
  static CsvWriter to(Writer writer) {
    return CsvWriter.builder().lineDelimiter(LineDelimiter.LF).bufferSize(0).build(writer);
  }
}
