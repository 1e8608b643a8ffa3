package org.quorate.cli.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.quorate.cli.house.House;
import org.quorate.power.MeterKind;
import org.quorate.power.energy.SteadyClock;
import org.quorate.power.registry.MeterKinds;
import org.quorate.study.io.WholeFile;

/**
 * The options of every meter in docs/power.md are those that the meter has. After a change of one,
 * run this test with {@code -Dquorate.write-documents=true} to write them anew.
 */
final class PowerDocumentTest {
  private static final Pattern OPTIONS =
      Pattern.compile("(<!-- Options of ([a-z]+), .*? -->\n).*?(<!-- end -->)", Pattern.DOTALL);

  private final MeterKinds kinds = MeterKinds.standard(SteadyClock.started(), Map.of());

  @Test
  void theDocumentHasEveryMeterWithItsOptions() throws Exception {
    Path document = House.root().resolve("docs/power.md");
    String text = Files.readString(document);
    String expected = written(text);
    if (Boolean.getBoolean("quorate.write-documents")) {
      WholeFile.write(document, expected);
    } else {
      assertThat(text).isEqualTo(expected);
    }
    assertThat(OPTIONS.matcher(text).results().map(found -> found.group(2)).toList())
        .containsExactlyElementsOf(kinds.names());
  }

  private String written(String text) throws Exception {
    Matcher places = OPTIONS.matcher(text);
    StringBuilder written = new StringBuilder();
    while (places.find()) {
      places.appendReplacement(
          written,
          Matcher.quoteReplacement(
              places.group(1) + table(kinds.named(places.group(2))) + places.group(3)));
    }
    return places.appendTail(written).toString();
  }

  private static String table(MeterKind kind) {
    StringBuilder table = new StringBuilder("| option | |\n|---|---|\n");
    kind.options()
        .forEach(
            (name, text) ->
                table
                    .append("| `")
                    .append(name)
                    .append("` | ")
                    .append(text.replace("|", "\\|"))
                    .append(" |\n"));
    return table.toString();
  }
}
