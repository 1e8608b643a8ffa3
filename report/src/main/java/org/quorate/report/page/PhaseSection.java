package org.quorate.report.page;

import java.util.ArrayList;
import java.util.List;
import org.quorate.report.format.Kinds;
import org.quorate.report.format.Numbers;
import org.quorate.report.format.TimeUnits;
import org.quorate.study.result.Latencies;
import org.quorate.study.summary.CellPhase;
import org.quorate.study.summary.CellSummary;

/** Response times and power by the steps of a load whose rate changes in steps. */
final class PhaseSection implements PageSection {
  private final Context context;
  private final List<CellSummary> cells;

  PhaseSection(Context context) {
    this.context = context;
    cells = context.cells().stream().filter(cell -> !cell.phases().isEmpty()).toList();
  }

  /** Whether the load of no cell changes in steps. */
  boolean isEmpty() {
    return cells.isEmpty();
  }

  @Override
  public String id() {
    return "phases";
  }

  @Override
  public String title() {
    return "Steps of the load";
  }

  @Override
  public void write(Html html) {
    PageSection.lead(
        html,
        "Each operation counts in the step that it was due in, however late it was sent, so that"
            + " what servers have to catch up with after a step is seen in that step. Response"
            + " times count from the scheduled instant."
            + context.untilAccepted(),
        Source.CLIENT);
    TimeUnits unit = unit();
    List<String> kinds = Kinds.all(cells);
    Table table = new Table("Response times by step", "Cell", true).words("Step");
    table.number("Succeeded", "operations").number("Failed", "operations");
    for (String kind : kinds) {
      table.number(Kinds.name(kind) + " p50", unit.symbol());
      table.number(Kinds.name(kind) + " p99", unit.symbol());
      table.number(Kinds.name(kind) + " max", unit.symbol());
    }
    boolean powered = cells.stream().anyMatch(PhaseSection::isPowered);
    if (powered) {
      table.number("Mean power", "W");
    }
    for (CellSummary cell : cells) {
      for (CellPhase phase : cell.phases()) {
        table.row(cell.label(), context.look(cell), values(phase, kinds, unit, powered));
      }
    }
    table.write(html);
    if (powered) {
      PageSection.note(
          html,
          "Mean power is that of all hosts together over the whole seconds of a step, "
              + EnergyOrigin.text(cells)
              + ".");
    }
  }

  private static boolean isPowered(CellSummary cell) {
    return cell.phases().stream().anyMatch(phase -> phase.watts() != null);
  }

  private static List<Table.Value> values(
      CellPhase phase, List<String> kinds, TimeUnits unit, boolean powered) {
    List<Table.Value> values = new ArrayList<>();
    values.add(
        new Table.Value(
            phase.number() + ": " + phase.arrivals(),
            Numbers.of(phase.from()) + " to " + Numbers.of(phase.to()) + " s",
            phase.number()));
    values.add(ValueText.count(phase.ok()));
    values.add(ValueText.count(phase.failed()));
    for (String kind : kinds) {
      Latencies times = phase.response().getOrDefault(kind, Latencies.NONE);
      values.add(ValueText.time(unit, times.p50(), times.count()));
      values.add(ValueText.time(unit, times.p99(), times.count()));
      values.add(ValueText.time(unit, times.max(), times.count()));
    }
    if (powered) {
      values.add(ValueText.estimate(phase.watts()));
    }
    return values;
  }

  private TimeUnits unit() {
    double largest = 0;
    for (CellSummary cell : cells) {
      for (CellPhase phase : cell.phases()) {
        for (Latencies times : phase.response().values()) {
          largest = Math.max(largest, (double) times.p99());
        }
      }
    }
    return TimeUnits.forTable(largest);
  }
}
