package org.quorate.power.file;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.MeterKind;
import org.quorate.power.MeterPresence;
import org.quorate.power.MeterSettings;
import org.quorate.power.Origin;
import org.quorate.power.PowerMeter;
import org.quorate.power.Scope;
import org.quorate.power.Stamp;

/**
 * The tables that PowerJoular writes with {@code -f}, one line each second, in local time:
 *
 * <ul>
 *   <li>{@code Date,CPU Utilization,Total Power,CPU Power,GPU Power}: the CPU power is counted. It
 *       is RAPL's of the first package with its memory, or of psys, on a PC, and a model's on a
 *       Raspberry Pi or in a virtual machine; the file does not say which, so {@code
 *       origin=estimated} must.
 *   <li>{@code Date,CPU Utilization,CPU Power}: a process's or an application's share, always an
 *       estimate, for it is the processor's power divided by processor time.
 * </ul>
 *
 * <p>Some versions write numbers of dates with spaces before them, and milliseconds as a whole
 * number behind the point. Graphics power is not read.
 */
public final class PowerJoular implements MeterKind {
  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final String POWER = "CPU Power";

  private final Clock clock;

  /** Such meters, with the time and the time zone of {@code clock}. */
  public PowerJoular(Clock clock) {
    this.clock = clock;
  }

  @Override
  public String name() {
    return "powerjoular";
  }

  @Override
  public String description() {
    return "table written by PowerJoular: the processor's power, or an estimated share of it";
  }

  @Override
  public Map<String, String> options() {
    return FileOptions.descriptions(
        PERIOD,
        Map.of(
            "origin", "of a whole machine's power: measured (default), or estimated by a model"));
  }

  @Override
  public List<MeterPresence> find() {
    return List.of(FilePresence.onRequest(this, "path=FILE"));
  }

  @Override
  public PowerMeter open(MeterSettings settings) throws MeterException {
    settings.checkKnown(options().keySet());
    FileOptions options = FileOptions.of(settings, PERIOD, clock);
    TableHeader table = TableHeader.of(TableHeader.first(options).text(), ',');
    if (!table.columns().contains("Date") || !table.columns().contains(POWER)) {
      throw new MeterException(
          "The file "
              + options.path()
              + " is no table of PowerJoular: its first line has no columns Date and CPU Power.");
    }
    boolean whole = table.columns().contains("Total Power");
    Channel channel =
        whole
            ? Channel.watts("cpu", Scope.PROCESSOR, 0)
            : Channel.watts("share of processes", Scope.PROCESSES, 0).estimated();
    if (CsvFile.origin(settings) == Origin.ESTIMATED) {
      channel = channel.estimated();
    }
    List<TableRecords.Column> columns =
        List.of(
            new TableRecords.Column(
                channel.averagedOver(options.period(), Stamp.END), table.place(POWER, "value"), 1));
    int date = table.place("Date", "time");
    return FileMeter.open(
        name(),
        options,
        () ->
            new TableRecords(
                table,
                date,
                new Stamps(Stamps.Format.PARTS, options.zone(), options.clockOffset()),
                columns,
                Optional.empty()),
        clock);
  }
}
