package org.quorate.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.quorate.report.format.Numbers;
import org.quorate.study.plan.Rest;
import org.quorate.study.result.OffloadResult;
import org.quorate.study.result.ReadBackResult;
import org.quorate.study.summary.CellOffload;
import org.quorate.study.summary.CellSummary;

/**
 * Servers that rested because the load did not need them: for how long, what that took and might
 * have saved, and whether rows have their newest acknowledged writes.
 */
record OffloadSection(Context context) implements PageSection {
  /** Whether off-loading is no matter of the study. */
  boolean isEmpty() {
    return offloads().isEmpty();
  }

  @Override
  public String id() {
    return "offload";
  }

  @Override
  public String title() {
    return "Resting servers";
  }

  private Map<CellSummary, CellOffload> offloads() {
    Map<CellSummary, CellOffload> offloads = new LinkedHashMap<>();
    for (CellSummary cell : context.cells()) {
      CellOffload offload = cell.offload();
      if (offload != null) {
        offloads.put(cell, offload);
      }
    }
    return offloads;
  }

  @Override
  public void write(Html html) {
    PageSection.lead(
        html,
        "Servers that a low load does not need leave their work to others until the load rises:"
            + " region servers one by one, which then wait (idle) or end their process (stop), or a"
            + " whole data centre of Cassandra, whose processes end. Or they all go on, and share"
            + " fewer hosts of their rack (consolidate), so that hosts rest. Either way computers"
            + " stay on and draw what they draw idle, so the energy of a run is that with all hosts"
            + " on.",
        Source.COMPUTED);
    rests(html);
    wakes(html);
    standby(html);
    readBack(html);
    lost(html);
  }

  private void rests(Html html) {
    boolean joules = offloads().values().stream().anyMatch(each -> each.joules() != null);
    boolean asleep = offloads().values().stream().anyMatch(each -> each.joulesIfAsleep() != null);
    boolean moves = offloads().values().stream().anyMatch(each -> each.moves() > 0);
    Table table =
        new Table("How long servers rested, and the energy of a run", "Cell", true)
            .number("Rested, all together", "s")
            .words("Each server or host");
    if (moves) {
      table.number("Moved", moved()).number("Failed moves", moved());
    }
    if (joules) {
      table.number("Energy, all hosts on", "J");
    }
    if (asleep) {
      table.number("If resting hosts slept (assumption)", "J");
    }
    offloads()
        .forEach(
            (cell, offload) -> {
              List<Table.Value> values = new ArrayList<>();
              values.add(ValueText.estimate(offload.restedSeconds()));
              values.add(Table.Value.of(byNode(offload)));
              if (moves) {
                values.add(ValueText.count(offload.moves()));
                values.add(ValueText.count(offload.failedMoves()));
              }
              if (joules) {
                values.add(ValueText.estimate(offload.joules()));
              }
              if (asleep) {
                values.add(ValueText.estimate(offload.joulesIfAsleep()));
              }
              table.row(cell.label(), context.look(cell), values);
            });
    table.write(html);
    if (joules) {
      html.open("p", "class", "note").text("Joules: ");
      EnergyOrigin.badges(html, context.cells());
      html.close().newline();
    }
  }

  private String moved() {
    return offloads().values().stream()
            .anyMatch(each -> each.rest().equals(Rest.CONSOLIDATE.text()))
        ? "nodes"
        : "regions";
  }

  private static String byNode(CellOffload offload) {
    List<String> words = new ArrayList<>();
    new TreeMap<>(offload.restedByNode())
        .forEach((node, seconds) -> words.add(node + " " + Numbers.of(seconds) + " s"));
    return words.isEmpty() ? "none rested" : String.join(", ", words);
  }

  /** From the decision on, since only then anything can be done. */
  private void wakes(Html html) {
    Table table =
        new Table("From the decision to wake servers until they served again", "Cell", true)
            .number("Wakes", "")
            .number("Shortest", "s")
            .number("Median", "s")
            .number("Longest", "s");
    offloads()
        .forEach(
            (cell, offload) -> {
              List<Double> wakes = offload.wakes();
              if (!wakes.isEmpty()) {
                table.row(
                    cell.label(),
                    context.look(cell),
                    List.of(
                        ValueText.count(wakes.size()),
                        number(wakes.get(0)),
                        number(wakes.get((wakes.size() - 1) / 2)),
                        number(wakes.get(wakes.size() - 1))));
              }
            });
    if (!table.isEmpty()) {
      table.write(html);
    }
  }

  private static Table.Value number(double seconds) {
    return Table.Value.of(Numbers.of(seconds), seconds);
  }

  /** What the assumption is. */
  private void standby(Html html) {
    Optional<CellOffload> known =
        offloads().values().stream().filter(each -> each.standby() != null).findFirst();
    html.open("p");
    Source.ASSUMED.write(html);
    if (known.isEmpty()) {
      html.text(
          " What a run would take if resting hosts were switched off is left out, because nobody"
              + " says what such a host takes then.");
    } else {
      OffloadResult.Standby standby = Objects.requireNonNull(known.get().standby());
      double scale = known.get().timeScale();
      html.text(
          String.format(
              Locale.ROOT,
              " If resting hosts slept: every whole second during which a host, or all of its"
                  + " servers, rested counts with %s W for that host instead of what it drew, and each rest"
                  + " with what going off and coming back take more than that: together %s s and"
                  + " %s J%s. So a rest of less than %s costs more than it saves. No host was put to"
                  + " sleep. Source: %s",
              Numbers.of(standby.watts()),
              Numbers.of(standby.transitionSeconds()),
              Numbers.of(standby.transitionJoules()),
              scale > 1
                  ? ", divided by "
                      + Numbers.of(scale)
                      + ", since each second of a run stands for so many of a day"
                  : "",
              breakEven(standby, scale),
              standby.source()));
    }
    html.close().newline();
  }

  private static String breakEven(OffloadResult.Standby standby, double scale) {
    double seconds = standby.breakEvenSeconds() / scale;
    return Double.isInfinite(seconds) ? "any length" : Numbers.of(Math.ceil(seconds)) + " s";
  }

  private void readBack(Html html) {
    Table table =
        new Table("Acknowledged writes, read back after each run", "Cell", true)
            .number("Acknowledged", "writes")
            .number("Read back", "rows")
            .number("Lost", "rows")
            .number("Not looked at", "writes");
    offloads()
        .forEach(
            (cell, offload) ->
                table.row(
                    cell.label(),
                    context.look(cell),
                    List.of(
                        ValueText.count(offload.readBack().writes()),
                        ValueText.count(offload.readBack().rows()),
                        ValueText.count(offload.readBack().lost()),
                        ValueText.count(offload.readBack().unread()))));
    table.write(html);
    ReadBackResult all =
        ReadBackResult.of(offloads().values().stream().map(CellOffload::readBack).toList());
    PageSection.note(
        html,
        outcome(all.rows(), all.lost(), all.unread())
            + ": after each run the rows that it wrote are read by another client, once all servers"
            + " are awake again, and the version of each must be that of its newest acknowledged"
            + " write or newer. So a lost write is not seen where a later one to its row is there,"
            + " of whichever field.");
  }

  /** Only as much as was looked at can be said. */
  static String outcome(long rows, long lost, long unread) {
    if (lost > 0) {
      return "Acknowledged writes were lost";
    }
    if (rows == 0) {
      return "No row was read back";
    }
    return unread > 0
        ? "No loss was seen, but at least "
            + ValueText.plural(unread, "write was", "writes were")
            + " to rows that were not looked at"
        : "No row is behind its newest acknowledged write";
  }

  private void lost(Html html) {
    Table table =
        new Table("Rows without their newest acknowledged write", "Cell", true)
            .number("Row", "")
            .words("Acknowledged version")
            .words("Version found");
    offloads()
        .forEach(
            (cell, offload) -> {
              for (ReadBackResult.LostRow row : offload.readBack().examples()) {
                table.row(
                    cell.label(),
                    context.look(cell),
                    List.of(
                        Table.Value.of(Long.toString(row.key()), row.key()),
                        Table.Value.of(Long.toString(row.acknowledged())),
                        Table.Value.of(
                            row.found() == Long.MIN_VALUE
                                ? "no row"
                                : Long.toString(row.found()))));
              }
            });
    if (!table.isEmpty()) {
      table.write(html);
    }
  }
}
