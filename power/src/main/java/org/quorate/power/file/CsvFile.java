package org.quorate.power.file;

import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.MeterKind;
import org.quorate.power.MeterPresence;
import org.quorate.power.MeterSettings;
import org.quorate.power.Origin;
import org.quorate.power.PowerMeter;
import org.quorate.power.Quantity;
import org.quorate.power.Scope;
import org.quorate.power.Stamp;

/**
 * Any table with a time and a number in each line. Where several hosts share a file, a column
 * chooses the lines of one. Empty values, {@code null}, {@code NaN} and negative numbers are
 * missing.
 */
public final class CsvFile implements MeterKind {
  private static final Duration PERIOD = Duration.ofSeconds(1);

  private final Clock clock;

  /** Such meters, with the time and the time zone of {@code clock}. */
  public CsvFile(Clock clock) {
    this.clock = clock;
  }

  @Override
  public String name() {
    return "csv";
  }

  @Override
  public String description() {
    return "table of times and watts or joules, one line for each measurement";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> own = new LinkedHashMap<>();
    own.put("time", "name or number, from 1, of the column with the time; time by default");
    own.put("time-format", "epoch-s, epoch-ms or iso (default)");
    own.put("value", "name or number of the column with the value");
    own.put("unit", "of the value: " + String.join(", ", units()));
    own.put("kind", "gauge of power, or counter of energy; as the unit says by default");
    own.put("wraps-at", "where a counter starts again at zero, in its unit; never by default");
    own.put("resolution", "smallest step of the value, in its unit; unknown by default");
    own.put("stamp", "what times are of: instant (default), start or end of a mean");
    own.put("scope", "what is measured: wall (default), supply-output, host, processor, memory");
    own.put("origin", "measured (default), or estimated by a model");
    own.put("host-column", "name or number of the column with the host");
    own.put("host", "the host whose lines count");
    own.put("separator", "between columns: a character, or tab; a comma by default");
    return FileOptions.descriptions(PERIOD, own);
  }

  private static List<String> units() {
    return Arrays.stream(Unit.values()).map(Unit::text).toList();
  }

  @Override
  public List<MeterPresence> find() {
    return List.of(FilePresence.onRequest(this, "path=FILE value=COLUMN unit=W"));
  }

  @Override
  public Optional<Scope> scope(MeterSettings settings) throws MeterException {
    return Optional.of(Scope.named(settings.optional("scope").orElse("wall")));
  }

  @Override
  public PowerMeter open(MeterSettings settings) throws MeterException {
    settings.checkKnown(options().keySet());
    String value = settings.required("value");
    Unit unit = Unit.named(settings.required("unit"));
    FileOptions options = FileOptions.of(settings, PERIOD, clock);
    TableHeader table = TableHeader.of(TableHeader.first(options).text(), separator(settings));
    int time = table.place(settings.optional("time").orElse("time"), "time");
    int place = table.place(value, "value");
    Stamps.Format format = format(settings);
    Optional<TableRecords.Filter> filter = filter(settings, table);
    Channel channel = channel(value, unit, settings, options);
    List<TableRecords.Column> columns =
        List.of(new TableRecords.Column(channel, place, unit.factor()));
    return FileMeter.open(
        name(),
        options,
        () ->
            new TableRecords(
                table,
                time,
                new Stamps(format, options.zone(), options.clockOffset()),
                columns,
                filter),
        clock);
  }

  private static Channel channel(
      String name, Unit unit, MeterSettings settings, FileOptions options) throws MeterException {
    String natural = unit.quantity() == Quantity.POWER ? "gauge" : "counter";
    String kind = FileOptions.word(settings, "kind", List.of("gauge", "counter"), natural);
    if (!kind.equals(natural)) {
      throw new MeterException(
          "A "
              + kind
              + " cannot be in "
              + unit.text()
              + ": watts are a gauge's, joules and watt-hours a counter's.");
    }
    Scope scope = Scope.named(settings.optional("scope").orElse("wall"));
    double resolution = number(settings, "resolution") * unit.factor();
    Channel channel =
        unit.quantity() == Quantity.POWER
            ? Channel.watts(name, scope, resolution)
            : Channel.joules(name, scope, resolution);
    double wrap = number(settings, "wraps-at") * unit.factor();
    if (wrap > 0) {
      if (unit.quantity() == Quantity.POWER) {
        throw new MeterException("Only a counter wraps, and " + unit.text() + " is a gauge's.");
      }
      channel = channel.wrappingAt(wrap);
    }
    Stamp stamp = stamp(settings);
    channel =
        stamp == Stamp.INSTANT
            ? channel.sampledEvery(options.period())
            : channel.averagedOver(options.period(), stamp);
    return origin(settings) == Origin.ESTIMATED ? channel.estimated() : channel;
  }

  private static Stamp stamp(MeterSettings settings) throws MeterException {
    String word =
        FileOptions.word(settings, "stamp", List.of("instant", "start", "end"), "instant");
    return Stamp.valueOf(word.toUpperCase(Locale.ROOT));
  }

  /** Whether the file's numbers are a meter's or a model's. */
  static Origin origin(MeterSettings settings) throws MeterException {
    String word =
        FileOptions.word(settings, "origin", List.of("measured", "estimated"), "measured");
    return Origin.valueOf(word.toUpperCase(Locale.ROOT));
  }

  /** A number of at least zero, or zero where there is none. */
  static double number(MeterSettings settings, String name) throws MeterException {
    Optional<String> text = settings.optional(name);
    if (text.isEmpty()) {
      return 0;
    }
    try {
      double number = Double.parseDouble(text.get());
      if (number >= 0 && Double.isFinite(number)) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new MeterException(
        "The option " + name + "=\"" + text.get() + "\" must be a number of at least zero.");
  }

  private static Stamps.Format format(MeterSettings settings) throws MeterException {
    List<Stamps.Format> formats =
        List.of(Stamps.Format.EPOCH_S, Stamps.Format.EPOCH_MS, Stamps.Format.ISO);
    List<String> names = formats.stream().map(Stamps.Format::text).toList();
    String word = FileOptions.word(settings, "time-format", names, Stamps.Format.ISO.text());
    return formats.get(names.indexOf(word));
  }

  /** The character between columns. */
  static char separator(MeterSettings settings) throws MeterException {
    String text = settings.options().getOrDefault("separator", ",");
    if (text.equals("tab") || text.equals("\\t")) {
      return '\t';
    }
    if (text.length() != 1 || "\"\r\n".contains(text)) {
      throw new MeterException(
          "The option separator=\""
              + text
              + "\" must be one character other than a quotation mark, or tab.");
    }
    return text.charAt(0);
  }

  private static Optional<TableRecords.Filter> filter(MeterSettings settings, TableHeader table)
      throws MeterException {
    Optional<String> column = settings.optional("host-column");
    Optional<String> host = settings.optional("host");
    if (column.isPresent() != host.isPresent()) {
      throw new MeterException(
          "The meter csv needs host-column=… and host=… together, or neither.");
    }
    if (column.isEmpty() || host.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new TableRecords.Filter(table.place(column.get(), "host-column"), host.get()));
  }
}
