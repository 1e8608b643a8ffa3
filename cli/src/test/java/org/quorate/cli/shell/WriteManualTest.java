package org.quorate.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.cli.Call;
import org.quorate.cli.console.ExitStatus;

final class WriteManualTest {
  private static final String REQUEST =
      "\\.(TH \"[^\"]+\" 1 \"\" \"Quorate\" \"Quorate\"|SH [A-Z ]+|PP|TP|br|nf|fi|nh|ad l)";

  private static final String ESCAPE = "\\\\(e|-|&|\\(dq|fB|fR)";

  @TempDir private Path folder;

  @Test
  void everyCommandHasAPageWithItsOptionsAndExamples() throws IOException {
    Path manual = folder.resolve("share/man1");
    Call call = Call.of("manual", manual.toString());
    assertThat(call.status()).as(call.error()).isZero();
    List<Path> pages = files(manual);
    assertThat(call.output()).startsWith(pages.size() + " pages in ");
    assertThat(pages.stream().map(page -> page.getFileName().toString()))
        .contains("quorate.1", "quorate-study.1", "quorate-study-run.1", "quorate-manual.1");
    assertThat(Files.readString(manual.resolve("quorate-check.1")))
        .contains("\\fB\\-\\-tolerance=")
        .contains(".SH EXAMPLES")
        .contains("\\-\\-tolerance 1%\n")
        .contains("quorate(1)");
    assertThat(Files.readString(manual.resolve("quorate-study.1")))
        .contains("\\fBquorate\\-study\\-run(1)\\fR\nRuns a study");
  }

  /** Read with groff's warnings on (-man -ww) once; here so that it is looked at on any machine. */
  @Test
  void everyPageIsMadeOfTheRequestsAndEscapesOfMan7() throws IOException {
    Call.of("manual", folder.toString());
    for (Path page : files(folder)) {
      assertThat(Files.readAllLines(page))
          .as(page.toString())
          .allMatch(line -> !line.matches("['.].*") || line.matches(REQUEST))
          .allMatch(line -> !line.replaceAll(ESCAPE, "").contains("\\"))
          .noneMatch(String::isBlank);
    }
  }

  @Test
  void aPlaceThatIsAFileIsRefused() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    Call call = Call.of("manual", file.toString());
    assertThat(call.status()).isEqualTo(ExitStatus.WRONG_INPUT);
    assertThat(call.error()).contains("cannot be written to " + file);
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}
