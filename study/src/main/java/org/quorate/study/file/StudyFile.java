package org.quorate.study.file;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.quorate.study.io.FileProblems;
import org.quorate.study.plan.Study;

/**
 * A study as it was read: its own text, the texts of the workload files it names, what the command
 * line changed, and the study that all of these make together. Holding the texts makes it possible
 * to read the very same study again after the files have changed.
 *
 * @param path where the study file is
 * @param folder absolute, from which the study file names files that are not kept with it; where it
 *     was when the study began
 * @param text the study file's own text
 * @param overrides what the command line changed
 * @param workloadFiles texts of the workload files, by the name under which the study file or the
 *     overrides ask for them
 * @param scales names of the scales that the file has, in its order
 */
public record StudyFile(
    Path path,
    Path folder,
    String text,
    StudyOverrides overrides,
    Map<String, String> workloadFiles,
    Study study,
    List<String> scales) {
  public StudyFile {
    scales = List.copyOf(scales);
    workloadFiles = Collections.unmodifiableMap(new LinkedHashMap<>(workloadFiles));
  }

  /**
   * Reads a study and every workload file it names. A workload file is looked for beside the study
   * file, in {@code workloads/} there, in {@code workloads/} beside the study file's folder, in the
   * working directory, and in {@code workloads/} there; files of the overrides are looked for in
   * the working directory first.
   *
   * @throws StudyFileException for the first fault found, with file, line and key
   */
  public static StudyFile load(Path path, StudyOverrides overrides) throws StudyFileException {
    return load(path, overrides, List.of());
  }

  /**
   * Reads a study and every workload file it names.
   *
   * @param furtherFolders where workload files are looked for last
   * @throws StudyFileException for the first fault found, with file, line and key
   */
  public static StudyFile load(Path path, StudyOverrides overrides, List<Path> furtherFolders)
      throws StudyFileException {
    String text;
    try {
      text = Files.readString(path);
    } catch (CharacterCodingException e) {
      throw new StudyFileException(
          path.toString(), 0, "", "the file is not text in UTF-8; is it a study?");
    } catch (IOException e) {
      throw new StudyFileException(
          path.toString(),
          0,
          "",
          Files.exists(path)
              ? "the study cannot be read: " + FileProblems.reason(e) + "."
              : "there is no such file.");
    }
    WorkloadFiles files = WorkloadFiles.onDisk(path, furtherFolders);
    return read(nameOf(path), path, folderOf(path), text, overrides, files);
  }

  /**
   * Reads a study again from texts that were kept; no file is opened.
   *
   * @param name of the study
   * @param path of the study file, for messages
   * @param folder as {@link #folder()} was
   * @param workloadFiles as {@link #workloadFiles()} gave them
   */
  public static StudyFile reread(
      String name,
      Path path,
      Path folder,
      String text,
      StudyOverrides overrides,
      Map<String, String> workloadFiles)
      throws StudyFileException {
    return read(name, path, folder, text, overrides, WorkloadFiles.kept(workloadFiles));
  }

  private static StudyFile read(
      String name,
      Path path,
      Path folder,
      String text,
      StudyOverrides overrides,
      WorkloadFiles files)
      throws StudyFileException {
    StudyReader reader = new StudyReader(path.toString(), folder, text, overrides, files);
    Study study = reader.read(name);
    return new StudyFile(path, folder, text, overrides, files.given(), study, reader.scales());
  }

  private static Path folderOf(Path path) {
    Path folder = path.toAbsolutePath().normalize().getParent();
    return folder == null ? path.toAbsolutePath() : folder;
  }

  /** The file's name without its ending. */
  private static String nameOf(Path path) {
    Path file = path.getFileName();
    return Texts.folderName(
        (file == null ? "study" : file.toString()).replaceFirst("\\.ya?ml$", ""));
  }
}
