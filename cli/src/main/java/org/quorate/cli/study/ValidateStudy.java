package org.quorate.cli.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.cli.console.Paragraphs;
import org.quorate.study.StudyException;
import org.quorate.study.backend.Backend;
import org.quorate.study.backend.BackendException;
import org.quorate.study.file.StudyFile;
import org.quorate.study.file.StudyFileException;
import org.quorate.study.file.StudyOverrides;
import org.quorate.study.plan.Study;
import org.quorate.study.progress.Progress;
import org.quorate.study.run.StudyRunner;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "validate",
    description = {
      "Says whether a study file is right, how much there is to do for it, and whether this machine"
          + " could run it. Nothing is started.",
      "A file with a fault ends with status 2; a file that is right, but cannot be run here, with"
          + " status 3. Without --scale the file is read at each of its scales."
    },
    footer = {
      "",
      "Examples:",
      "  quorate study validate my-study.yaml",
      "      the first fault with its line and key, or what the study would take",
      "  quorate study validate harmony --scale quick",
      "      the same at one scale",
      "  quorate study validate harmony --on rack7.yaml",
      "      whether it could be run on the cluster that this file describes"
    })
final class ValidateStudy implements Callable<Integer> {
  private final Invocation invocation;
  private final Backends backends;

  @Parameters(
      paramLabel = "STUDY",
      description = "A study's name, see \"quorate study list\", or the path of a study file.")
  private String study = "";

  @Option(
      names = "--scale",
      paramLabel = "NAME",
      description = "One of the study's scales, such as quick or thorough.")
  private @Nullable String scale;

  @Mixin private VenueOptions venue = new VenueOptions();

  ValidateStudy(Invocation invocation, Backends backends) {
    this.invocation = invocation;
    this.backends = backends;
  }

  @Override
  public Integer call() throws CommandFailure, StudyException, IOException {
    StudyFolder folder = new StudyFolder(invocation.installation().home());
    StudyFile file = folder.load(study, venue.in(at(scale)));
    if (scale == null) {
      requireRightAtEveryScale(folder, file);
    }
    Paragraphs text = Paragraphs.of(invocation.console());
    text.sentence(0, verdict(file));
    text.sentence(0, String.join(" ", facts(file.study())));
    invocation.console().output().print(text.text());
    invocation.console().output().flush();
    requireRunnableHere(file.study());
    return ExitStatus.OK;
  }

  static StudyOverrides at(@Nullable String scale) {
    return new StudyOverrides(List.of(), Map.of(), scale, Map.of());
  }

  private void requireRightAtEveryScale(StudyFolder folder, StudyFile file)
      throws CommandFailure, IOException {
    for (String each : file.scales()) {
      try {
        folder.load(study, venue.in(at(each)));
      } catch (StudyFileException fault) {
        throw new CommandFailure(
            ExitStatus.WRONG_INPUT,
            String.valueOf(fault.getMessage()),
            List.of("This is so at --scale " + each + "."),
            fault);
      }
    }
  }

  private String verdict(StudyFile file) {
    String scales =
        scale != null
            ? " at the scale " + scale
            : file.scales().isEmpty()
                ? ""
                : ", also at its "
                    + (file.scales().size() == 1 ? "scale " : "scales ")
                    + String.join(", ", file.scales());
    return file.path() + " is right" + scales + ".";
  }

  private static List<String> facts(Study study) {
    List<String> facts = new ArrayList<>(List.of(SizeText.sentence(study), SizeText.meters(study)));
    facts.addAll(study.notes());
    facts.addAll(LoginText.sentences(study));
    return facts;
  }

  /** Asks the backend, and the disk of the working directory, where results go by default. */
  private void requireRunnableHere(Study checked) throws CommandFailure {
    Backend backend = backends.named(checked.backend());
    try {
      new StudyRunner(backend, Progress.silent()).check(checked, Path.of("").toAbsolutePath());
    } catch (BackendException | StudyException lacking) {
      throw new CommandFailure(
          ExitStatus.ENVIRONMENT,
          "The file is right, but the study cannot be run here: " + lacking.getMessage(),
          List.of(),
          lacking);
    }
    invocation.console().output().println("This machine can run it.");
    invocation.console().output().flush();
  }
}
