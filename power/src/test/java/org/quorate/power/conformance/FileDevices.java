package org.quorate.power.conformance;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.quorate.power.MeterKind;
import org.quorate.power.MeterSettings;
import org.quorate.power.PowerMeter;
import org.quorate.power.file.CsvFile;
import org.quorate.power.file.EnergiBridge;
import org.quorate.power.file.PowerJoular;
import org.quorate.power.file.WattsUp;

/** Loggers, which write a line each second with a stamp of their own clock. */
final class FileDevices {
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private FileDevices() {}

  /** Makes the line of a value; none where the logger then writes none. */
  private interface Line {
    Optional<String> of(Instant stamp, double value);
  }

  private static final class Logger implements Device {
    private final MeterKind kind;
    private final Path file;
    private final Line line;
    private final Map<String, String> options = new LinkedHashMap<>();
    private Duration ahead = Duration.ZERO;

    Logger(Run run, MeterKind kind, String header, Line line, String... options) {
      this.kind = kind;
      this.file = run.folder().resolve("log");
      this.line = line;
      this.options.put("path", file.toString());
      for (String option : options) {
        String[] pair = option.split("=", 2);
        this.options.put(pair[0], pair[1]);
      }
      write(header);
    }

    private void write(String text) {
      try {
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      } catch (java.io.IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }

    @Override
    public void tell(Instant now, double value) {
      line.of(now.plus(ahead), value).ifPresent(text -> write(text + "\n"));
    }

    @Override
    public PowerMeter open() throws Exception {
      return kind.open(new MeterSettings(kind.name(), options));
    }

    @Override
    public void setClockAhead(Duration ahead) {
      this.ahead = ahead;
    }

    @Override
    public String toString() {
      return kind.name();
    }
  }

  private static String number(double value) {
    return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.6f", value);
  }

  private static Optional<String> row(Instant stamp, double value) {
    return Optional.of(stamp.toEpochMilli() + "," + number(value));
  }

  /** A table of watts. */
  static Device csvGauge(Run run, String... more) {
    return csv(run, "W", more);
  }

  /** A table of joules that start again at {@link KernelDevices.Rapl#WRAP}. */
  static Device csvCounter(Run run) {
    return csv(run, "J", "wraps-at=2000");
  }

  private static Device csv(Run run, String unit, String... more) {
    String[] options = new String[3 + more.length];
    options[0] = "time-format=epoch-ms";
    options[1] = "value=value";
    options[2] = "unit=" + unit;
    System.arraycopy(more, 0, options, 3, more.length);
    return new Logger(run, new CsvFile(run.clock), "time,value\n", FileDevices::row, options);
  }

  /** A Watts Up? PRO, in tenths of watts. */
  static Device wattsUp(Run run) {
    return new Logger(
        run,
        new WattsUp(run.clock),
        "",
        (stamp, watts) ->
            Optional.of(
                SECONDS.format(stamp)
                    + " #d,-,18,"
                    + (Double.isNaN(watts) ? "_" : Math.round(10 * watts))
                    + ",1204,792,1,0,69384;"));
  }

  /** PowerJoular, which leaves a line out where it has no value. */
  static Device powerJoular(Run run) {
    return new Logger(
        run,
        new PowerJoular(run.clock),
        "Date,CPU Utilization,Total Power,CPU Power,GPU Power\n",
        (stamp, watts) ->
            Double.isNaN(watts)
                ? Optional.empty()
                : Optional.of(SECONDS.format(stamp) + ",0.12,99.9," + number(watts) + ",5.05"));
  }

  /** EnergiBridge. */
  static Device energiBridge(Run run) {
    return new Logger(
        run,
        new EnergiBridge(run.clock),
        "Delta,Time,PACKAGE_ENERGY (J)\n",
        (stamp, joules) -> Optional.of("1000," + stamp.toEpochMilli() + "," + number(joules)),
        "wraps-at=2000",
        "period=1s");
  }
}
