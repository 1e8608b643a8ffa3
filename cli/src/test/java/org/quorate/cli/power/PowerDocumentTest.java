package org.quorate.cli.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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
 * The options of every meter in docs/power.md are those that the meter has; what several have alike
 * stands there once. After a change of one, run this test with {@code
 * -Dquorate.write-documents=true} to write them anew.
 */
final class PowerDocumentTest {
  private static final Pattern OPTIONS =
      Pattern.compile("(<!-- Options of ([a-z]+), .*? -->\n).*?(<!-- end -->)", Pattern.DOTALL);

  private static final int SEVERAL = 3;

  private static final Pattern COMMON =
      Pattern.compile("(<!-- Options that several .*? -->\n).*?(<!-- end -->)", Pattern.DOTALL);

  private static final Pattern CHOICE =
      Pattern.compile("## Which meter\n.*?\n\n\\*\\*", Pattern.DOTALL);

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

  /** The table by which readers choose has a link to each. */
  @Test
  void everyMeterIsAmongThoseToChooseFrom() throws Exception {
    String text = Files.readString(House.root().resolve("docs/power.md"));
    Matcher table = CHOICE.matcher(text);
    assertThat(table.find()).isTrue();
    assertThat(kinds.names())
        .allMatch(name -> table.group().contains("[`" + name + "`](#" + name + ")"));
  }

  private String written(String text) throws Exception {
    Map<String, List<String>> owners = owners();
    Matcher places = OPTIONS.matcher(text);
    StringBuilder written = new StringBuilder();
    while (places.find()) {
      List<String> own =
          rows(kinds.named(places.group(2))).stream()
              .filter(row -> owners.getOrDefault(row, List.of()).size() < SEVERAL)
              .toList();
      places.appendReplacement(
          written,
          Matcher.quoteReplacement(
              places.group(1)
                  + "| option | |\n|---|---|\n"
                  + String.join("", own)
                  + places.group(3)));
    }
    StringBuilder common = new StringBuilder("| option | | of |\n|---|---|---|\n");
    owners.forEach(
        (row, names) -> {
          if (names.size() >= SEVERAL) {
            common.append(row.stripTrailing()).append(' ');
            common.append('`').append(String.join("`, `", names)).append("` |\n");
          }
        });
    return COMMON
        .matcher(places.appendTail(written))
        .replaceAll(found -> Matcher.quoteReplacement(found.group(1) + common + found.group(2)));
  }

  /** Every row of an option, with the meters that have it word for word. */
  private Map<String, List<String>> owners() throws Exception {
    Map<String, List<String>> owners = new LinkedHashMap<>();
    for (String name : kinds.names()) {
      for (String row : rows(kinds.named(name))) {
        owners.computeIfAbsent(row, key -> new ArrayList<>()).add(name);
      }
    }
    return owners;
  }

  private static List<String> rows(MeterKind kind) {
    return kind.options().entrySet().stream()
        .map(
            option ->
                "| `%s` | %s |\n".formatted(option.getKey(), option.getValue().replace("|", "\\|")))
        .toList();
  }
}
