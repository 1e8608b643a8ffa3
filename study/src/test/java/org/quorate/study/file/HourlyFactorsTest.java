package org.quorate.study.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.core.power.EnergyFactor;
import org.quorate.study.plan.PowerSettings;
import org.quorate.study.testing.Studies;

/** Grams and prices of a file of hours; the numbers are made up. */
final class HourlyFactorsTest {
  private static final String CARBON =
      "power: {carbon: {hours: hours.csv, source: the operator, overhead: 1.2}}\n";
  private static final String HEADER = "hour,grams-per-kilowatt-hour\n";
  private static final String TWO_HOURS =
      "# made up for tests\n"
          + HEADER
          + "2026-11-27T14:00:00Z,100\n\n2026-11-27T15:00:00.000Z,50.5\n";

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  private PowerSettings power(String section) throws Exception {
    return power(Studies.load(folder, Studies.SIX_CELLS + section));
  }

  private static PowerSettings power(StudyFile study) {
    return Objects.requireNonNull(study.study().cells().values().iterator().next().power());
  }

  private void write(String hours) throws Exception {
    Files.writeString(folder.resolve("hours.csv"), hours);
  }

  private static long hour(String instant) {
    return Instant.parse(instant).getEpochSecond() / 3600;
  }

  @Test
  void hoursOfADayComeAgainEachDay() throws Exception {
    write(
        "grams-per-kilowatt-hour,hour\n"
            + IntStream.range(0, 24)
                .mapToObj(hour -> (100 + hour) + "," + (hour < 12 ? "%02d" : "%d").formatted(hour))
                .collect(Collectors.joining("\n")));

    PowerSettings.Carbon carbon = Objects.requireNonNull(power(CARBON).carbon());
    assertThat(carbon.gramsPerKilowattHour())
        .isEqualTo(
            new EnergyFactor.Daily(IntStream.range(0, 24).mapToObj(hour -> 100.0 + hour).toList()));
    assertThat(carbon.source()).isEqualTo("the operator, by the hour in UTC");
    assertThat(carbon.overhead()).isEqualTo(1.2);
  }

  @Test
  void instantsAreSingleHoursAndAreKeptWithTheStudy() throws Exception {
    write(TWO_HOURS);
    StudyFile study = Studies.load(folder, Studies.SIX_CELLS + CARBON);
    Files.delete(folder.resolve("hours.csv"));
    StudyFile again =
        StudyFile.reread(
            "study",
            study.path(),
            study.folder(),
            study.text(),
            study.overrides(),
            study.workloadFiles());

    assertThat(study.workloadFiles()).isEqualTo(Map.of("hours.csv", TWO_HOURS));
    assertThat(Objects.requireNonNull(power(again).carbon()).gramsPerKilowattHour())
        .isEqualTo(
            new EnergyFactor.Calendar(
                Map.of(hour("2026-11-27T14:00:00Z"), 100.0, hour("2026-11-27T15:00:00Z"), 50.5)));
  }

  @Test
  void pricesMayBeBelowZero() throws Exception {
    write("hour,per-kilowatt-hour\n2026-11-27T14:00:00Z,-0.02\n");

    assertThat(power("power: {price: {hours: hours.csv, currency: EUR}}\n").price())
        .isEqualTo(
            new PowerSettings.Price(
                new EnergyFactor.Calendar(Map.of(hour("2026-11-27T14:00:00Z"), -0.02)), "EUR"));
  }

  @Test
  void aFileOfMetersHasThemToo() throws Exception {
    write(TWO_HOURS);
    Path file =
        Files.writeString(
            folder.resolve("meters.yaml"),
            "meters: {a: {kind: model}}\ncarbon: {hours: hours.csv, source: the operator}\n");

    assertThat(MetersFile.read(file).carbon().orElseThrow().gramsPerKilowattHour())
        .isInstanceOf(EnergyFactor.Calendar.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2026-11-27T14:00:00Z,1,2 | line 2 of hours.csv is wrong: there are 3 columns instead of 2",
        "2026-11-27T14:00:00Z,-1 | line 2 of hours.csv is wrong: \"-1\" must be a number from 0 to",
        "2026-11-27T14:00:00Z, | \"\" must be a number from 0 to 99999",
        "2026-11-27T14:30:00Z,1 | \"2026-11-27T14:30:00Z\" is no whole hour of UTC; write 0 to 23,",
        "2026-11-27T14:00:00+01:00,1 | is no whole hour of UTC",
        "2026-11-27T14:00:00,1 | is no whole hour of UTC",
        "2026-02-29T23:00:00Z,1 | is no whole hour of UTC",
        "24,1 | \"24\" is no whole hour of UTC",
        "7,1 | hours.csv lacks the hour 0; a day has the hours 0 to 23, each once."
      })
  void aLineThatIsWrongIsNamed(String line, String fault) throws Exception {
    write(HEADER + line + "\n");

    assertThatThrownBy(() -> power(CARBON))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining("study.yaml")
        .hasMessageContaining(fault);
  }

  @Test
  void anHourThatIsThereTwiceAndTwoKindsOfHoursAreRefused() throws Exception {
    write(TWO_HOURS + "2026-11-27T14:00:00Z,1\n");
    assertThatThrownBy(() -> power(CARBON))
        .hasMessageContaining("line 6 of hours.csv")
        .hasMessageContaining("the hour 2026-11-27T14:00:00Z is there twice");
    write(HEADER + "7,1\n07,1\n");
    assertThatThrownBy(() -> power(CARBON)).hasMessageContaining("the hour 07 is there twice");
    write(TWO_HOURS + "7,1\n");
    assertThatThrownBy(() -> power(CARBON)).hasMessageContaining("or all instants, not both");
    write(HEADER);
    assertThatThrownBy(() -> power(CARBON))
        .hasMessageContaining(
            "hours.csv holds no hour; its lines are hour,grams-per-kilowatt-hour.");
    write("hour,grams\n7,1\n");
    assertThatThrownBy(() -> power(CARBON))
        .hasMessageContaining("must name the columns hour,grams-per-kilowatt-hour");
    write("#".repeat((1 << 20) + 1));
    assertThatThrownBy(() -> power(CARBON)).hasMessageContaining("is larger than 1 MiB");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "carbon: {hours: hours.csv, source: a, grams-per-kilowatt-hour: 3} | file of hours says it",
        "carbon: {hours: hours.csv, factors: f.csv, zone: FR} | file of hours says it",
        "carbon: {hours: hours.csv, source: a, zone: FR} | chooses among the factors of a file",
        "carbon: {hours: hours.csv} | source",
        "carbon: {hours: none.csv, source: a} | there is no file of hours \"none.csv\"",
        "price: {hours: hours.csv, per-kilowatt-hour: 1, currency: EUR} | file of hours says it"
      })
  void whatIsSaidTwiceOrNotAtAllIsRefused(String section, String fault) throws Exception {
    write(TWO_HOURS);

    assertThatThrownBy(() -> power("power: {" + section + "}\n"))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining(fault);
  }
}
