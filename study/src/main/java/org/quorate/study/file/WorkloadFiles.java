package org.quorate.study.file;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.study.io.FileProblems;

/**
 * Finds the texts of workload files, and of what else a study keeps a copy of, by the names under
 * which the study asks for them, on disk or among texts that were kept, and remembers which it
 * gave. Used by one thread at a time.
 */
final class WorkloadFiles {
  private static final long LARGEST = 1 << 20;
  private static final String FOLDER = "workloads";
  private static final String WORKLOAD_FILE = "workload file";

  private final Map<String, String> given = new LinkedHashMap<>();
  private final @Nullable Path studyFolder;
  private final List<Path> furtherFolders;

  private WorkloadFiles(
      @Nullable Path studyFolder, List<Path> furtherFolders, Map<String, String> kept) {
    this.studyFolder = studyFolder;
    this.furtherFolders = List.copyOf(furtherFolders);
    given.putAll(kept);
  }

  /**
   * Files on disk, looked for around the study file and the working directory, and then elsewhere.
   */
  static WorkloadFiles onDisk(Path studyFile, List<Path> furtherFolders) {
    Path folder = studyFile.toAbsolutePath().getParent();
    return new WorkloadFiles(
        folder == null ? studyFile.toAbsolutePath() : folder, furtherFolders, Map.of());
  }

  /** Texts that were read before, by name; no file is opened. */
  static WorkloadFiles kept(Map<String, String> texts) {
    return new WorkloadFiles(null, List.of(), texts);
  }

  /** Whether they are of a study that began before. */
  boolean areKept() {
    return studyFolder == null;
  }

  /** Every text that was given, by the name it was asked for. */
  Map<String, String> given() {
    return given;
  }

  /** The text of a workload file that the study file names. */
  String ofStudy(Value name) throws StudyFileException {
    return text(name, WORKLOAD_FILE, false);
  }

  /**
   * The text of another file that the study file names, found and kept in the same way.
   *
   * @param what for messages, such as {@code file of carbon factors}
   */
  String ofStudy(Value name, String what) throws StudyFileException {
    return text(name, what, false);
  }

  /** The text of a file that the command line names. */
  String ofCommandLine(String name) throws StudyFileException {
    return text(new Value("-P " + name, 0, "", name), WORKLOAD_FILE, true);
  }

  private String text(Value name, String what, boolean workingDirectoryFirst)
      throws StudyFileException {
    String known = given.get(name.text());
    if (known != null) {
      return known;
    }
    if (studyFolder == null) {
      throw name.refuse("the study's directory holds no copy of \"" + name.text() + "\".");
    }
    List<Path> places = places(studyFolder, workingDirectoryFirst);
    for (Path place : places) {
      Path file = resolve(place, name);
      if (Files.isRegularFile(file)) {
        String text = read(file, name, what);
        given.put(name.text(), text);
        return text;
      }
    }
    throw name.refuse(
        "there is no "
            + what
            + " \""
            + name.text()
            + "\"; it was looked for in "
            + String.join(", ", places.stream().map(Path::toString).toList())
            + "; put it beside the study file, or give its whole path.");
  }

  private List<Path> places(Path studyFolder, boolean workingDirectoryFirst) {
    Path here = Path.of("").toAbsolutePath();
    List<Path> places = new ArrayList<>();
    places.add(studyFolder);
    places.add(studyFolder.resolve(FOLDER));
    places.add(studyFolder.resolveSibling(FOLDER));
    List<Path> working = List.of(here, here.resolve(FOLDER));
    places.addAll(workingDirectoryFirst ? 0 : places.size(), working);
    furtherFolders.forEach(folder -> places.add(folder.toAbsolutePath()));
    return places.stream().map(Path::normalize).distinct().toList();
  }

  private static Path resolve(Path place, Value name) throws StudyFileException {
    try {
      return place.resolve(name.text());
    } catch (InvalidPathException e) {
      throw name.refuse("\"" + name.text() + "\" is not the name of a file.");
    }
  }

  private static String read(Path file, Value name, String what) throws StudyFileException {
    try {
      if (Files.size(file) > LARGEST) {
        throw name.refuse(file + " is larger than 1 MiB, which no " + what + " is.");
      }
      return Files.readString(file);
    } catch (CharacterCodingException e) {
      throw name.refuse(file + " is not text in UTF-8; is it a " + what + "?");
    } catch (IOException e) {
      throw name.refuse(file + " cannot be read: " + FileProblems.reason(e) + ".");
    }
  }
}
