package org.quorate.hbase.spill.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.spill.DrainSettings;
import org.quorate.hbase.spill.FolderDrain;
import org.quorate.hbase.spill.FolderStatus;
import org.quorate.hbase.spill.SpillException;
import org.quorate.hbase.spill.SpillTarget;

/**
 * The folders that spills have left in a directory. Whoever drains a folder holds its lock
 * meanwhile, so no two processes drain the same, and none drains what another still writes.
 * Thread-safe.
 */
public final class SpillDirectory {
  private final Path directory;

  private SpillDirectory(Path directory) {
    this.directory = directory;
  }

  /**
   * A spill directory, or a single folder in one.
   *
   * @throws SpillException if there is no such folder
   */
  public static SpillDirectory at(Path directory) throws SpillException {
    if (!Files.isDirectory(directory)) {
      throw new SpillException(
          "There is no folder " + directory + "; check the path of the spill.");
    }
    return new SpillDirectory(directory);
  }

  /**
   * What is known of each folder, the oldest first. Reads all that no process has in use, and keeps
   * no lock meanwhile, so that it never stands in the way of whoever wants to drain.
   *
   * @throws IOException if the directory cannot be read, or the thread is interrupted
   */
  public List<FolderStatus> list() throws IOException {
    List<FolderStatus> all = new ArrayList<>();
    for (Path folder : folders()) {
      FolderStatus status = ask(folder, SpillDirectory::look, SpillDirectory::unreadable);
      if (status != null) {
        all.add(status);
      }
    }
    return all;
  }

  /**
   * Applies the writes of all folders that no process has in use, folder by folder, the oldest
   * first, and removes those of which nothing is left. What a folder's outcome is says its {@link
   * FolderDrain}; where the servers cannot be reached the rest is not tried.
   *
   * @throws java.io.InterruptedIOException if the thread is interrupted while servers are waited
   *     for; what was applied is noted
   * @throws IOException if the directory cannot be read, or the thread is interrupted
   */
  public List<FolderDrain> drain(SpillTarget target, DrainSettings settings) throws IOException {
    List<FolderDrain> all = new ArrayList<>();
    boolean answered = true;
    for (Path folder : folders()) {
      boolean tried = answered;
      FolderDrain drained =
          ask(
              folder,
              each -> tried ? drain(each, target, settings) : notTried(each),
              (each, why) -> untouched(each, FolderDrain.Outcome.UNREADABLE, List.of(why)));
      if (drained != null) {
        all.add(drained);
        answered &= drained.outcome() != FolderDrain.Outcome.INTERRUPTED;
      }
    }
    SpillFolder.removeUnfinished(directory);
    return all;
  }

  private interface Question<T> {
    @Nullable T ask(Path folder) throws IOException;
  }

  /**
   * What can be said of a folder; null where nobody's write is in it, or somebody has drained it
   * meanwhile.
   *
   * @param unreadable said where it cannot be read, with the reason
   */
  private static <T> @Nullable T ask(
      Path folder, Question<T> question, BiFunction<Path, String, T> unreadable)
      throws IOException {
    try {
      return SpillFolder.isUnfinished(folder) ? null : question.ask(folder);
    } catch (IOException e) {
      if (Interruptions.isOne(e)) {
        throw e;
      }
      return isGone(folder) ? null : unreadable.apply(folder, sentence(e));
    }
  }

  private static @Nullable FolderDrain drain(
      Path folder, SpillTarget target, DrainSettings settings) throws IOException {
    Optional<SpillFolder> adopted = SpillFolder.adopt(folder);
    if (adopted.isEmpty()) {
      return isGone(folder) ? null : untouched(folder, FolderDrain.Outcome.IN_USE, List.of());
    }
    try (SpillFolder own = adopted.get()) {
      return new FolderDrainer(own, target, settings).drain();
    } catch (SpillDamagedException e) {
      return untouched(folder, FolderDrain.Outcome.DAMAGED, List.of(sentence(e)));
    }
  }

  private static FolderDrain notTried(Path folder) throws IOException {
    boolean inUse = FolderLock.isHeld(folder);
    return untouched(
        folder, inUse ? FolderDrain.Outcome.IN_USE : FolderDrain.Outcome.NOT_TRIED, List.of());
  }

  private static FolderDrain untouched(
      Path folder, FolderDrain.Outcome outcome, List<String> notes) {
    return new FolderDrain(folder, outcome, 0, 0, Map.of(), notes);
  }

  /** While nobody has the lock a drain may begin and end, so it is asked for before and after. */
  private static FolderStatus look(Path folder) throws IOException {
    FolderFormat format = FolderFormat.read(folder);
    Optional<FolderFormat> known = Optional.of(format);
    FolderScan scan = FolderLock.isHeld(folder) ? null : FolderScan.of(folder, true);
    if (scan == null || FolderLock.isHeld(folder)) {
      return status(folder, FolderStatus.State.IN_USE, known, Optional.empty(), List.of());
    }
    List<String> notes = new ArrayList<>(scan.notes());
    scan.damage().ifPresent(damage -> notes.add(sentence(damage)));
    FolderStatus.State state =
        scan.damage().isPresent() ? FolderStatus.State.DAMAGED : FolderStatus.State.LEFT_BEHIND;
    return status(folder, state, known, Optional.of(scan), notes);
  }

  private static FolderStatus unreadable(Path folder, String why) {
    return status(
        folder, FolderStatus.State.UNREADABLE, Optional.empty(), Optional.empty(), List.of(why));
  }

  private static FolderStatus status(
      Path folder,
      FolderStatus.State state,
      Optional<FolderFormat> format,
      Optional<FolderScan> scan,
      List<String> notes) {
    Map<String, Long> tables = new TreeMap<>();
    scan.ifPresent(
        all ->
            all.tables().forEach((table, writes) -> tables.put(table.getNameAsString(), writes)));
    return new FolderStatus(
        folder,
        state,
        format.map(FolderFormat::created),
        format.map(FolderFormat::host),
        format.stream().mapToLong(FolderFormat::process).findFirst(),
        format.flatMap(FolderFormat::cluster),
        Directories.bytes(folder),
        scan.stream().mapToLong(FolderScan::writes).findFirst(),
        tables,
        notes);
  }

  private List<Path> folders() throws IOException {
    if (Files.exists(directory.resolve(FolderFormat.FILE))) {
      return List.of(directory);
    }
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(Files::isDirectory)
          .filter(folder -> !String.valueOf(folder.getFileName()).startsWith("."))
          .sorted()
          .toList();
    }
  }

  /** Whether somebody has drained it meanwhile. */
  private static boolean isGone(Path folder) {
    try {
      return !Files.isDirectory(folder) || SpillFolder.isUnfinished(folder);
    } catch (IOException e) {
      return false;
    }
  }

  private static String sentence(IOException problem) {
    return problem instanceof SpillException
        ? String.valueOf(problem.getMessage())
        : "It cannot be read (" + problem + "); see what is wrong with its files.";
  }
}
