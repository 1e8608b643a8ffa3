package org.quorate.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.cli.Call;
import org.quorate.cli.console.ExitStatus;

final class WriteManualTest {
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

  @Test
  void theFormatterReadsEveryPageWithoutAWarning() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/groff")), "There is no groff here.");
    Call.of("manual", folder.toString());
    List<String> command = new ArrayList<>(List.of("groff", "-man", "-ww", "-z", "-Tutf8"));
    files(folder).forEach(page -> command.add(page.toString()));
    Process groff = new ProcessBuilder(command).redirectErrorStream(true).start();
    String complaints = new String(groff.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(groff.waitFor()).isZero();
    assertThat(complaints).isEmpty();
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
