package org.quorate.cli.study;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.cli.console.TimeText;
import org.quorate.cli.progress.ConsoleProgress;
import org.quorate.cli.watch.StudyWatch;
import org.quorate.study.StudyException;
import org.quorate.study.backend.BackendException;
import org.quorate.study.directory.StudyLock;
import org.quorate.study.file.StudyFile;
import org.quorate.study.plan.Study;
import org.quorate.study.progress.Progress;
import org.quorate.study.run.StudyListener;
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
  int run(StudyFile file, Path directory, StudyOptions options)
      throws CommandFailure, StudyException, IOException {
    return execute(
        file.study(),
        directory,
        options,
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
  int resume(Path directory, StudyOptions options)
      throws CommandFailure, StudyException, IOException {
    StudyFile file = ResultDirectory.study(directory);
    return execute(
        file.study(),
        directory,
        options,
        (runner, progress) -> {
          LoginText.sentences(file.study()).forEach(progress::message);
          runner.resume(directory);
        });
  }

  private int execute(Study study, Path directory, StudyOptions options, Work work)
      throws CommandFailure, StudyException, IOException {
    if (options.watch().isEmpty()) {
      return execute(study, directory, options, work, null).status();
    }
    try (StudyWatch watch = watch(study, directory, options.watch().getAsInt())) {
      try {
        Delivery.Delivered delivered = execute(study, directory, options, work, watch);
        watch.finished(delivered.summary(), directory.resolve(Delivery.REPORT));
        return delivered.status();
      } catch (CommandFailure failure) {
        List<String> words = new ArrayList<>(List.of(String.valueOf(failure.getMessage())));
        words.addAll(failure.details());
        watch.stopped(String.join(" ", words));
        throw failure;
      } catch (StudyException failure) {
        watch.stopped(String.valueOf(failure.getMessage()));
        throw failure;
      } catch (IOException | RuntimeException | Error failure) {
        watch.stopped("The terminal says why.");
        throw failure;
      }
    }
  }

  private StudyWatch watch(Study study, Path directory, int port) throws CommandFailure {
    try {
      StudyWatch watch = StudyWatch.open(study, directory, port);
      invocation.tell("It can be watched at " + watch.address() + " while it runs.");
      return watch;
    } catch (IOException taken) {
      throw CommandFailure.environment(taken);
    }
  }

  /**
   * @param watch is shown all of it; null for nobody
   */
  private Delivery.Delivered execute(
      Study study, Path directory, StudyOptions options, Work work, @Nullable StudyWatch watch)
      throws CommandFailure, StudyException, IOException {
    long start = System.nanoTime();
    try (ConsoleProgress progress =
        ConsoleProgress.open(invocation.console(), watch == null ? null : watch.watcher())) {
      work.go(
          new StudyRunner(
              backends.named(study.backend()),
              progress,
              watch == null ? StudyListener.none() : watch.listener()),
          progress);
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
    if (watch != null) {
      watch.reporting();
    }
    try (StudyLock lock = StudyLock.acquire(directory)) {
      return new Delivery(invocation)
          .deliver(
              directory,
              directory.resolve(Delivery.REPORT),
              options.json(),
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
