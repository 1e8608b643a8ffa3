package org.quorate.power.energy;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.power.Reading;

/**
 * What meters said during one run, as a CSV file with the columns {@code
 * host,meter,channel,stamped_at,received_at,value}: times in seconds since 1970 with nanoseconds,
 * the value in watts or joules, empty where the device had none. Written by one recorder, whose
 * threads may call {@link #add} at the same time.
 */
public final class ReadingLog implements AutoCloseable {
  /** The file's name in a run's folder. */
  public static final String FILE_NAME = "power.csv";

  private static final String HEADER = "host,meter,channel,stamped_at,received_at,value";

  private final BufferedWriter writer;

  private ReadingLog(BufferedWriter writer) {
    this.writer = writer;
  }

  /** Starts a new file; one that is there is replaced. */
  public static ReadingLog create(Path file) throws IOException {
    BufferedWriter writer =
        Files.newBufferedWriter(
            file,
            StandardCharsets.UTF_8,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
    writer.write(HEADER);
    writer.newLine();
    return new ReadingLog(writer);
  }

  /** Adds one reading. */
  public synchronized void add(HostMeter meter, Reading reading) throws IOException {
    Instant stamp = reading.stampedAt();
    writer.write(quoted(meter.host()));
    writer.write(',');
    writer.write(quoted(meter.name()));
    writer.write(',');
    writer.write(quoted(meter.meter().channels().get(reading.channel()).name()));
    writer.write(',');
    writer.write(stamp == null ? "" : text(stamp));
    writer.write(',');
    writer.write(text(reading.receivedAt()));
    writer.write(',');
    writer.write(reading.isMissing() ? "" : Double.toString(reading.value()));
    writer.newLine();
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
    try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      if (!HEADER.equals(reader.readLine())) {
        throw new IOException("The file " + file + " is no log of power: it must start " + HEADER);
      }
      int number = 1;
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        number++;
        visitor.visit(row(file, number, line));
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static Row row(Path file, int number, String line) throws IOException {
    List<String> fields = fields(line);
    try {
      if (fields.size() == 6) {
        return new Row(
            fields.get(0),
            fields.get(1),
            fields.get(2),
            fields.get(3).isEmpty() ? null : instant(fields.get(3)),
            instant(fields.get(4)),
            fields.get(5).isEmpty() ? Double.NaN : Double.parseDouble(fields.get(5)));
      }
    } catch (NumberFormatException unreadable) {
      // Told below like a line with too few fields.
    }
    throw new IOException("Line " + number + " of " + file + " is no reading of a meter: " + line);
  }

  private static List<String> fields(String line) {
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '"') {
        quoted = !quoted;
        // A doubled quote inside quotes stands for one.
        if (quoted && i > 0 && line.charAt(i - 1) == '"') {
          field.append('"');
        }
      } else if (c == ',' && !quoted) {
        fields.add(field.toString());
        field.setLength(0);
      } else {
        field.append(c);
      }
    }
    fields.add(field.toString());
    return fields;
  }

  private static String quoted(String text) {
    return text.indexOf(',') < 0 && text.indexOf('"') < 0
        ? text
        : '"' + text.replace("\"", "\"\"") + '"';
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
