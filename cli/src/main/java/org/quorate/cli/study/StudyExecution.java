package org.quorate.cli.study;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.cli.console.TimeText;
import org.quorate.cli.progress.ConsoleProgress;
import org.quorate.study.StudyException;
import org.quorate.study.backend.BackendException;
import org.quorate.study.directory.StudyLock;
import org.quorate.study.file.StudyFile;
import org.quorate.study.progress.Progress;
import org.quorate.study.run.StudyRunner;

/** Runs a study or goes on with one, shows how far it is, and delivers what it found. */
final class StudyExecution {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

  private final Invocation invocation;
  private final Backends backends;

  StudyExecution(Invocation invocation, Backends backends) {
    this.invocation = invocation;
    this.backends = backends;
  }

  /** The directory of a study that is run now, unless its user chooses one. */
  static Path defaultDirectory(String study, LocalDateTime now) {
    return Path.of("results", study + "-" + TIME.format(now));
  }

  /**
   * Runs a study.
   *
   * @return the exit status
   */
  int run(StudyFile file, Path directory, boolean json)
      throws CommandFailure, StudyException, IOException {
    return execute(
        directory,
        file.study().backend(),
        json,
        (runner, progress) -> {
          progress.message(SizeText.sentence(file.study()));
          progress.message(SizeText.meters(file.study()));
          file.study().notes().forEach(progress::message);
          LoginText.sentences(file.study()).forEach(progress::message);
          runner.run(file, directory);
        });
  }

  /**
   * Goes on with the study that a directory holds.
   *
   * @return the exit status
   */
  int resume(Path directory, boolean json) throws CommandFailure, StudyException, IOException {
    StudyFile file = ResultDirectory.study(directory);
    return execute(
        directory,
        file.study().backend(),
        json,
        (runner, progress) -> {
          LoginText.sentences(file.study()).forEach(progress::message);
          runner.resume(directory);
        });
  }

  private int execute(Path directory, String backend, boolean json, Work work)
      throws CommandFailure, StudyException, IOException {
    long start = System.nanoTime();
    try (ConsoleProgress progress = ConsoleProgress.open(invocation.console())) {
      work.go(new StudyRunner(backends.named(backend), progress), progress);
    } catch (InterruptedException stopped) {
      throw interrupted(directory);
    } catch (BackendException failure) {
      if (invocation.interrupted().getAsBoolean()) {
        throw interrupted(directory);
      }
      throw new CommandFailure(
          ExitStatus.ENVIRONMENT,
          String.valueOf(failure.getMessage()),
          resumable(directory)
              ? List.of("What was measured is kept; go on with: " + resumeCommand(directory))
              : List.of(),
          failure);
    } catch (StudyException | RuntimeException failure) {
      if (invocation.interrupted().getAsBoolean()) {
        throw interrupted(directory);
      }
      throw failure;
    }
    try (StudyLock lock = StudyLock.acquire(directory)) {
      return new Delivery(invocation)
          .deliver(
              directory,
              directory.resolve(Delivery.REPORT),
              json,
              "The study took " + TimeText.ofNanos(System.nanoTime() - start) + ".");
    }
  }

  private CommandFailure interrupted(Path directory) {
    return new CommandFailure(
        ExitStatus.INTERRUPTED,
        resumable(directory)
            ? "Stopped; what was measured is kept. Go on with: " + resumeCommand(directory)
            : "Stopped before anything was measured.");
  }

  private String resumeCommand(Path directory) {
    return resumeCommand(invocation, directory);
  }

  /** What to type to go on with the study in a directory. */
  static String resumeCommand(Invocation invocation, Path directory) {
    return invocation.installation().command() + " study run --resume " + quoted(directory);
  }

  /** As a shell reads it as one word. */
  static String quoted(Path path) {
    String text = path.toString();
    return text.matches("[A-Za-z0-9_./+-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }

  private static boolean resumable(Path directory) {
    try {
      ResultDirectory.study(directory);
      return true;
    } catch (CommandFailure noStudy) {
      return false;
    }
  }

  /** What is done to the runner. */
  private interface Work {
    void go(StudyRunner runner, Progress progress)
        throws StudyException, BackendException, InterruptedException;
  }
}
