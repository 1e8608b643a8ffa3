package org.quorate.power.energy;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.power.Reading;

/**
 * What meters said during one run, as a CSV file with the columns {@code
 * host,meter,channel,stamped_at,received_at,value}: times in seconds since 1970 with nanoseconds,
 * the value in watts or joules, empty where the device had none. Written by one recorder, whose
 * threads may call {@link #add} at the same time.
 */
public final class ReadingLog implements ReadingSink {
  /** The file's name in a run's folder. */
  public static final String FILE_NAME = "power.csv";

  private static final List<String> COLUMNS =
      List.of("host", "meter", "channel", "stamped_at", "received_at", "value");

  private final CsvWriter writer;

  private ReadingLog(CsvWriter writer) {
    this.writer = writer;
  }

  /** Starts a new file; one that is there is replaced. */
  public static ReadingLog create(Path file) throws IOException {
    CsvWriter writer =
        CsvWriter.builder()
            .lineDelimiter(LineDelimiter.LF)
            .bufferSize(0)
            .build(Files.newBufferedWriter(file));
    writer.writeRecord(COLUMNS);
    return new ReadingLog(writer);
  }

  @Override
  public synchronized void add(HostMeter meter, Reading reading) throws IOException {
    Instant stamp = reading.stampedAt();
    try {
      writer.writeRecord(
          meter.host(),
          meter.name(),
          meter.meter().channels().get(reading.channel()).name(),
          stamp == null ? "" : text(stamp),
          text(reading.receivedAt()),
          reading.isMissing() ? "" : Double.toString(reading.value()));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  @Override
  public synchronized void close() throws IOException {
    writer.close();
  }

  /** One line of the file. */
  public record Row(
      String host,
      String meter,
      String channel,
      @Nullable Instant stampedAt,
      Instant receivedAt,
      double value) {}

  /** What is done with each line. */
  public interface Visitor {
    /** Takes the next line. */
    void visit(Row row);
  }

  /**
   * Reads a file line by line.
   *
   * @throws IOException when it cannot be read, or a line is of another form; the message says
   *     which
   */
  public static void read(Path file, Visitor visitor) throws IOException {
    try (CsvReader<CsvRecord> reader =
        CsvReader.builder().allowUnclosedQuote(false).ofCsvRecord(file)) {
      Iterator<CsvRecord> records = reader.iterator();
      if (!records.hasNext() || !records.next().getFields().equals(COLUMNS)) {
        throw new IOException(
            "The file "
                + file
                + " is no log of power: it must start "
                + String.join(",", COLUMNS)
                + ".");
      }
      while (records.hasNext()) {
        visitor.visit(row(file, records.next()));
      }
    } catch (CsvParseException e) {
      throw new IOException("The log of power " + file + " is damaged: " + e.getMessage() + ".", e);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static Row row(Path file, CsvRecord fields) throws IOException {
    try {
      return new Row(
          fields.getField(0),
          fields.getField(1),
          fields.getField(2),
          fields.getField(3).isEmpty() ? null : instant(fields.getField(3)),
          instant(fields.getField(4)),
          fields.getField(5).isEmpty() ? Double.NaN : Double.parseDouble(fields.getField(5)));
    } catch (NumberFormatException e) {
      throw new IOException(
          "Line "
              + fields.getStartingLineNumber()
              + " of "
              + file
              + " is no reading of a meter: "
              + String.join(",", fields.getFields()),
          e);
    }
  }

  private static String text(Instant at) {
    StringBuilder text = new StringBuilder(32).append(at.getEpochSecond()).append('.');
    String nanos = Integer.toString(at.getNano());
    return text.append("0".repeat(9 - nanos.length())).append(nanos).toString();
  }

  private static Instant instant(String text) {
    int point = text.indexOf('.');
    if (point < 0) {
      return Instant.ofEpochSecond(Long.parseLong(text));
    }
    String fraction = (text.substring(point + 1) + "000000000").substring(0, 9);
    return Instant.ofEpochSecond(Long.parseLong(text.substring(0, point)))
        .plus(Duration.ofNanos(Long.parseLong(fraction)));
  }
}
