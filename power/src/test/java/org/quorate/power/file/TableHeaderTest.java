package org.quorate.power.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.power.MeterException;

final class TableHeaderTest {
  @Test
  void fieldsMayBeQuoted() throws Exception {
    assertThat(TableHeader.fields("1,\"a, \"\"b\"\"\",,x", ','))
        .containsExactly("1", "a, \"b\"", "", "x");
    assertThat(TableHeader.fields("1;2,5;", ';')).containsExactly("1", "2,5", "");
    assertThat(TableHeader.fields("1\t \"a\tb\" \t5\" disk\t", '\t'))
        .as("space around quotation marks, and one within a field")
        .containsExactly("1", "a\tb", "5\" disk", "");
    assertThat(TableHeader.fields("", ',')).containsExactly("");
  }

  @Test
  void aQuoteThatIsNotClosedOrEndsWithinAFieldIsRefused() {
    for (String line : List.of("1,\"2", "1,\"2\"3,4")) {
      assertThatThrownBy(() -> TableHeader.fields(line, ','))
          .isInstanceOf(UnreadableLine.class)
          .hasMessage("a quotation mark is not closed, or ends within a field");
      assertThatThrownBy(() -> TableHeader.of(line, ',')).isInstanceOf(MeterException.class);
    }
  }

  @Test
  void columnsAreFoundByNameOrNumber() throws Exception {
    TableHeader table = TableHeader.of("Time, host ,Watts,2", ',');

    assertThat(table.place("Watts", "value")).isEqualTo(2);
    assertThat(table.place("watts", "value")).isEqualTo(2);
    assertThat(table.place("host", "host-column")).isEqualTo(1);
    assertThat(table.place("1", "time")).isZero();
    assertThat(table.place("2", "value")).as("a name comes before a number").isEqualTo(3);
  }

  @Test
  void aMisspeltColumnIsRefusedWithTheRightOne() {
    assertThatThrownBy(() -> TableHeader.of("time,watts", ',').place("wats", "value"))
        .isInstanceOf(MeterException.class)
        .hasMessage(
            "The file has no column value=\"wats\"; its first line has time, watts. Did you mean"
                + " watts?");
    assertThatThrownBy(() -> TableHeader.of("time,watts", ',').place("3", "value"))
        .isInstanceOf(MeterException.class);
  }
}
