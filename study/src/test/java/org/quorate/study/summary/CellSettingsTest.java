package org.quorate.study.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.quorate.study.file.StudyFile;
import org.quorate.study.file.StudyOverrides;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.Study;

final class CellSettingsTest {
  /** What energy was accounted for by is said with the energy. */
  private static final List<String> ENERGY =
      List.of(
          "energy",
          "power model of hosts without a meter",
          "meters",
          "period of the power model",
          "gaps of meters",
          "idle baseline");

  @ParameterizedTest
  @MethodSource("studies")
  void whatDecidesHowACellIsRunIsSaidOfItsStudyToo(Path file) throws Exception {
    Study study = StudyFile.load(file, StudyOverrides.NONE).study();
    for (RunSettings cell : study.cells().values()) {
      assertThat(study.settings().keySet())
          .containsAll(
              CellSettings.of(cell).keySet().stream()
                  .filter(name -> !ENERGY.contains(name))
                  // A study has one time line for all, or several by name.
                  .map(name -> name.equals("faults") ? faults(study) : name)
                  .filter(name -> cell.operations() > 0 || !name.startsWith("operations per run"))
                  .toList());
    }
  }

  private static String faults(Study study) {
    return study.settings().keySet().stream()
        .filter(name -> name.startsWith("fault"))
        .findFirst()
        .orElse("faults");
  }

  private static List<Path> studies() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("../studies"))) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
  }
}
