package org.quorate.cli.power;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.CsvReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.quorate.cli.console.Console;
import org.quorate.power.Channel;
import org.quorate.power.Scope;
import org.quorate.power.watch.LiveWatts;

final class WatchLinesTest {
  @Test
  void aChannelWithAnyNameReadsBackFromCsv() {
    String name = "outlet 1, \"left\"";
    StringWriter output = new StringWriter();
    Console console =
        new Console(
            new PrintWriter(output),
            new PrintWriter(new StringWriter()),
            OptionalInt.empty(),
            OptionalInt.empty(),
            false,
            false);
    WatchLines lines =
        new WatchLines(console, List.of(Channel.watts(name, Scope.WALL, 0)), true, false);

    lines.begin();
    lines.show(Instant.EPOCH, Duration.ZERO, new LiveWatts.Look(List.of(40.0), 40));

    assertThat(CsvReader.builder().ofNamedCsvRecord(output.toString()).stream())
        .extracting(row -> row.getField("channel"))
        .containsExactly(name, "sum");
    assertThat(output.toString())
        .startsWith("time,channel,scope,origin,counted,watts\n")
        .endsWith("\n1970-01-01T00:00:00Z,sum,,measured,,40.000\n");
  }
}
