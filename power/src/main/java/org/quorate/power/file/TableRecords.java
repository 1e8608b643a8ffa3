package org.quorate.power.file;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.quorate.power.Channel;
import org.quorate.power.Reading;

/** Lines of a table that have a time and the values of one or more channels. */
final class TableRecords implements Records {
  /**
   * A column with the values of a channel.
   *
   * @param place from 0
   * @param factor watts or joules of one
   */
  record Column(Channel channel, int place, double factor) {}

  /**
   * Lines that count, chosen by a column.
   *
   * @param place from 0
   */
  record Filter(int place, String text) {}

  private final TableHeader table;
  private final int time;
  private final Stamps stamps;
  private final List<Column> columns;
  private final Optional<Filter> filter;
  private final int widest;

  /**
   * The meaning of a table's lines.
   *
   * @param time place of the time, from 0
   */
  TableRecords(
      TableHeader table, int time, Stamps stamps, List<Column> columns, Optional<Filter> filter) {
    this.table = table;
    this.time = time;
    this.stamps = stamps;
    this.columns = List.copyOf(columns);
    this.filter = filter;
    this.widest =
        Math.max(
            Math.max(time, filter.map(Filter::place).orElse(0)),
            columns.stream().mapToInt(Column::place).max().orElse(0));
  }

  @Override
  public List<Channel> channels() {
    return columns.stream().map(Column::channel).toList();
  }

  @Override
  public void read(Line line, Instant receivedAt, List<Reading> readings) throws UnreadableLine {
    if (line.text().isBlank() || (line.number() > 1 && line.text().equals(table.header()))) {
      return;
    }
    try {
      data(line, receivedAt, readings);
    } catch (UnreadableLine e) {
      // The first line is a header unless it holds data.
      if (line.number() > 1) {
        throw e;
      }
    }
  }

  private void data(Line line, Instant receivedAt, List<Reading> readings) throws UnreadableLine {
    List<String> fields = TableHeader.fields(line.text(), table.separator());
    if (fields.size() <= widest) {
      throw new UnreadableLine("it has " + fields.size() + " columns, not " + (widest + 1));
    }
    if (filter.isPresent()
        && !fields.get(filter.get().place()).strip().equals(filter.get().text())) {
      return;
    }
    double[] values = new double[columns.size()];
    for (int i = 0; i < values.length; i++) {
      Column column = columns.get(i);
      values[i] = Values.read(fields.get(column.place())) * column.factor();
    }
    Instant at = stamps.read(fields.get(time));
    for (int i = 0; i < values.length; i++) {
      readings.add(new Reading(i, at, receivedAt, values[i]));
    }
  }
}
