package org.quorate.study.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.testing.Studies;

/** How long servers are waited for after a run. */
final class UntilQuietTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  private Duration untilQuiet(String power) throws Exception {
    RunSettings settings =
        Studies.load(folder, Studies.SIX_CELLS + "power: " + power + "\n")
            .study()
            .cells()
            .values()
            .iterator()
            .next();
    return Objects.requireNonNull(settings.power()).untilQuiet();
  }

  @Test
  void nobodyWaitsUnlessTheStudySaysHowLongAtMost() throws Exception {
    assertThat(untilQuiet("{}")).isZero();
    assertThat(untilQuiet("{until-quiet: 0s}")).isZero();
    assertThat(untilQuiet("{until-quiet: 60s}")).isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void aPatienceInWhichNothingCanBeSeenIsRefused() {
    assertThatThrownBy(() -> untilQuiet("{until-quiet: 4s}"))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining("\"4s\" is too short");
  }
}
