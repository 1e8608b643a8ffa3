package org.quorate.cli.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.ExitStatus;
import org.quorate.study.file.StudyFile;
import org.quorate.study.file.StudyFileException;
import org.quorate.study.file.StudyOverrides;

/** The folder of the studies that come with Quorate, one YAML file each. */
final class StudyFolder {
  private static final String ENDING = ".yaml";

  private final Path folder;
  private final Path workloads;

  StudyFolder(Path home) {
    this.folder = home.resolve("studies");
    this.workloads = home.resolve("workloads");
  }

  /**
   * Reads the study that {@link #find} finds. The workload files that come with Quorate are found
   * wherever the study file is.
   */
  StudyFile load(String nameOrFile, StudyOverrides overrides)
      throws CommandFailure, StudyFileException, IOException {
    return StudyFile.load(find(nameOrFile), overrides, List.of(workloads));
  }

  /** The study files, by name. */
  List<Path> files() throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(ENDING)).sorted().toList();
    }
  }

  /** The name by which a study file of this folder is run. */
  static String name(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(ENDING) ? name.substring(0, name.length() - ENDING.length()) : name;
  }

  /**
   * The study file that is meant by a name of this folder or by the path of a file. A file that
   * exists wins where it looks like a path, that is, has an ending or a folder.
   */
  Path find(String nameOrFile) throws CommandFailure, IOException {
    Path path = Path.of(nameOrFile);
    boolean looksLikePath = nameOrFile.contains("/") || nameOrFile.contains(".");
    if (looksLikePath && Files.isRegularFile(path)) {
      return path;
    }
    Path named = folder.resolve(nameOrFile + ENDING);
    if (!looksLikePath && Files.isRegularFile(named)) {
      return named;
    }
    throw new CommandFailure(
        ExitStatus.WRONG_INPUT,
        looksLikePath
            ? "There is no file " + nameOrFile + "; check its path, or name a study: " + names()
            : "There is no study \"" + nameOrFile + "\"; there are: " + names());
  }

  /** The names of all studies, as a sentence's end. */
  String names() throws IOException {
    return files().stream().map(StudyFolder::name).collect(Collectors.joining(", ", "", "."));
  }
}
