package org.quorate.cli.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.quorate.core.history.HistoryReader;
import org.quorate.study.directory.StudyDirectory;
import org.quorate.study.result.RunResult;

/**
 * What a session of any backend promises of the histories of its runs, looked up in what a study of
 * reads and updates has left. What it hands back is checked of every run, by {@code AnswerCheck}.
 */
final class MeasuredRuns {
  private MeasuredRuns() {}

  static void areAsABackendPromises(Path results) throws Exception {
    StudyDirectory study = StudyDirectory.open(results);
    assertThat(study.results()).isNotEmpty();
    for (RunResult run : study.results().values()) {
      long operations =
          run.operations().stream().mapToLong(kind -> kind.requests() + kind.failed()).sum();
      long end = run.startNanos() + (long) Math.ceil(1e9 * run.seconds());
      Path history = study.runs().histories(run.sequence()).get(0);

      assertThat(operations(history, run.startNanos(), end))
          .as("the operations of the measured interval of run %s, and no others", run.sequence())
          .isEqualTo(operations);
      for (Path context : study.sessions().histories(run.session())) {
        assertThatCode(() -> operations(context, Long.MIN_VALUE, Long.MAX_VALUE))
            .as("%s is whole", context)
            .doesNotThrowAnyException();
      }
    }
  }

  /** How many a history has, all of which were invoked in that time; it is read to its end. */
  private static long operations(Path history, long from, long to) throws IOException {
    try (InputStream plain = new GZIPInputStream(Files.newInputStream(history))) {
      HistoryReader reader = new HistoryReader(plain, history.toString(), false);
      while (reader.next()) {
        assertThat(reader.invokeNanos()).as("invocation in %s", history).isBetween(from, to);
      }
      return reader.operations();
    }
  }
}
