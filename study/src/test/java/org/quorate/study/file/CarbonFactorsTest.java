package org.quorate.study.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.core.power.EnergyFactor;
import org.quorate.study.plan.PowerSettings;
import org.quorate.study.testing.Studies;

/** Grams of a file of factors; the numbers are made up. */
final class CarbonFactorsTest {
  private static final String FACTORS =
      """
      # made up for tests
      zone,grams-per-kilowatt-hour,year,source
      AA,111.5,2022,"Some agency, table 1"
      AA,99,2023,"Some agency, ""table"" 2"

      BB,400,2022,Somebody
      """;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  private PowerSettings.Carbon carbon(String settings) throws Exception {
    StudyFile study =
        Studies.load(
            folder,
            Studies.SIX_CELLS + "power: {carbon: {factors: grids.csv, " + settings + "}}\n");
    return carbon(study);
  }

  private static PowerSettings.Carbon carbon(StudyFile study) {
    PowerSettings power =
        Objects.requireNonNull(study.study().cells().values().iterator().next().power());
    return Objects.requireNonNull(power.carbon());
  }

  private void write(String factors) throws Exception {
    Files.writeString(folder.resolve("grids.csv"), factors);
  }

  @Test
  void theNewestFactorOfAZoneIsTakenWithItsSource() throws Exception {
    write(FACTORS);

    assertThat(carbon("zone: AA, overhead: 1.2"))
        .isEqualTo(
            new PowerSettings.Carbon(
                new EnergyFactor.Constant(99), 0, 1.2, "AA in 2023: Some agency, \"table\" 2"));
    assertThat(carbon("zone: AA, year: 2022").gramsPerKilowattHour())
        .isEqualTo(new EnergyFactor.Constant(111.5));
  }

  @Test
  void theFactorsAreKeptWithTheStudy() throws Exception {
    write(FACTORS);
    StudyFile study =
        Studies.load(
            folder, Studies.SIX_CELLS + "power: {carbon: {factors: grids.csv, zone: BB}}\n");
    Files.delete(folder.resolve("grids.csv"));
    StudyFile again =
        StudyFile.reread(
            "study",
            study.path(),
            study.folder(),
            study.text(),
            study.overrides(),
            study.workloadFiles());

    assertThat(study.workloadFiles()).isEqualTo(Map.of("grids.csv", FACTORS));
    assertThat(carbon(again).gramsPerKilowattHour()).isEqualTo(new EnergyFactor.Constant(400));
  }

  @Test
  void whatTheFileHasNotIsToldWithWhatItHas() throws Exception {
    write(FACTORS);

    assertThatThrownBy(() -> carbon("zone: CC"))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining("grids.csv has no zone \"CC\"; it has AA, BB.");
    assertThatThrownBy(() -> carbon("zone: BB, year: 2023")).hasMessageContaining("for 2022 only");
  }

  @Test
  void aFileThatIsNotThereIsToldWithWhereItWasLookedFor() {
    assertThatThrownBy(() -> carbon("zone: AA"))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining("there is no file of carbon factors \"grids.csv\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "AA,99,2023 | line 2 of grids.csv is wrong: there are 3 columns instead of 4",
        "AA,-1,2023,x | must be grams per kWh from 0 to 99999",
        "AA,1e3,2023,x | must be grams per kWh from 0 to 99999",
        "AA,99,23,x | a year",
        ",99,2023,x | a zone and a source are needed",
        "AA,99,2023,'\"x' | below line 1: a quote is opened and not closed",
        "AA,99,2023,'\"x\"y' | below line 1: a quote is opened and not closed, or closed within"
      },
      quoteCharacter = '\'')
  void aLineThatIsWrongIsNamed(String line, String fault) throws Exception {
    write("zone,grams-per-kilowatt-hour,year,source\n" + line.replace("'", "") + "\n");

    assertThatThrownBy(() -> carbon("zone: AA"))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining(fault);
  }

  @Test
  void aZoneThatIsThereTwiceAndAnEmptyFileAreRefused() throws Exception {
    write(FACTORS + "BB,401,2022,Somebody else\n");
    assertThatThrownBy(() -> carbon("zone: BB"))
        .hasMessageContaining("the zone BB of 2022 is there twice");
    write("zone,grams-per-kilowatt-hour,year,source\n");
    assertThatThrownBy(() -> carbon("zone: BB")).hasMessageContaining("holds no factor");
    write("zone,grams\nBB,3\n");
    assertThatThrownBy(() -> carbon("zone: BB")).hasMessageContaining("must name the columns");
  }
}
