package org.quorate.power.file;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.MeterKind;
import org.quorate.power.MeterPresence;
import org.quorate.power.MeterSettings;
import org.quorate.power.PowerMeter;
import org.quorate.power.Scope;

/**
 * The table that EnergiBridge writes: {@code Delta,Time,…} with the time in milliseconds, taken
 * just before the values of its line, and columns that differ between machines:
 *
 * <ul>
 *   <li>{@code PACKAGE_ENERGY (J)} (in some versions {@code PACAKGE_ENERGY (J)}) on Intel, {@code
 *       CPU_ENERGY (J)} on AMD: counters of one processor package, counted,
 *   <li>{@code DRAM_ENERGY (J)}: memory, shown apart,
 *   <li>{@code SYSTEM_POWER (Watts)} on macOS: counted, and {@code CPU_POWER (Watts)} then apart.
 * </ul>
 *
 * <p>It reads one package only, so on machines with several sockets the others are not in the file.
 * Its counters are the processor's 32 bits times a unit that the file does not tell, so where they
 * wrap must be said. Columns of cores and graphics are contained in others or of no use here.
 */
public final class EnergiBridge implements MeterKind {
  private static final Duration PERIOD = Duration.ofMillis(200);
  private static final double UNIT = 1.0 / (1 << 14);

  private final Clock clock;

  /** Such meters, with the time of {@code clock}. */
  public EnergiBridge(Clock clock) {
    this.clock = clock;
  }

  @Override
  public String name() {
    return "energibridge";
  }

  @Override
  public String description() {
    return "table written by EnergiBridge: one processor package, memory, or a Mac's whole power";
  }

  @Override
  public Map<String, String> options() {
    Map<String, String> own = new LinkedHashMap<>();
    own.put(
        "wraps-at",
        "joules at which its counters start again, 262144 on most Intel, 65536 on AMD; unknown by"
            + " default");
    own.put("separator", "between columns: a character, or tab; a comma by default");
    return FileOptions.descriptions(PERIOD, own);
  }

  @Override
  public List<MeterPresence> find() {
    return List.of(FilePresence.onRequest(this, "path=FILE"));
  }

  @Override
  public PowerMeter open(MeterSettings settings) throws MeterException {
    settings.checkKnown(options().keySet());
    FileOptions options = FileOptions.of(settings, PERIOD, clock);
    TableHeader table =
        TableHeader.of(TableHeader.first(options).text(), CsvFile.separator(settings));
    if (!table.columns().contains("Time")) {
      throw new MeterException(
          "The file "
              + options.path()
              + " is no table of EnergiBridge: its first line has no column Time.");
    }
    int time = table.place("Time", "time");
    List<TableRecords.Column> columns =
        columns(table, CsvFile.number(settings, "wraps-at"), options.period());
    if (columns.isEmpty()) {
      throw new MeterException(
          "The file "
              + options.path()
              + " has no column of energy or power; EnergiBridge could not read this machine's.");
    }
    return FileMeter.open(
        name(),
        options,
        () ->
            new TableRecords(
                table,
                time,
                new Stamps(Stamps.Format.EPOCH_MS, options.zone(), options.clockOffset()),
                columns,
                Optional.empty()),
        clock);
  }

  private static List<TableRecords.Column> columns(
      TableHeader table, double wrapsAt, Duration period) {
    List<TableRecords.Column> columns = new ArrayList<>();
    List<String> names = table.columns();
    boolean system = names.contains("SYSTEM_POWER (Watts)");
    for (int i = 0; i < names.size(); i++) {
      Optional<Channel> channel =
          switch (names.get(i)) {
            case "PACKAGE_ENERGY (J)", "PACAKGE_ENERGY (J)" ->
                Optional.of(counter("package", Scope.PROCESSOR, wrapsAt));
            case "CPU_ENERGY (J)" -> Optional.of(counter("cpu", Scope.PROCESSOR, wrapsAt));
            case "DRAM_ENERGY (J)" -> Optional.of(counter("dram", Scope.MEMORY, wrapsAt).apart());
            case "SYSTEM_POWER (Watts)" -> Optional.of(Channel.watts("system", Scope.HOST, 0));
            case "CPU_POWER (Watts)" -> {
              Channel power = Channel.watts("cpu power", Scope.PROCESSOR, 0);
              yield Optional.of(system ? power.apart() : power);
            }
            default -> Optional.empty();
          };
      if (channel.isPresent()) {
        // The program writes when it has asked, not when the processor has counted.
        Channel sampled = channel.get().sampledEvery(period);
        columns.add(new TableRecords.Column(sampled, i, 1));
      }
    }
    return List.copyOf(columns);
  }

  private static Channel counter(String name, Scope scope, double wrapsAt) {
    Channel counter = Channel.joules(name, scope, UNIT);
    return wrapsAt > 0 ? counter.wrappingAt(wrapsAt) : counter;
  }
}
