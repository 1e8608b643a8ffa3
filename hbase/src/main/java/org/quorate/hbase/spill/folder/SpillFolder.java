package org.quorate.hbase.spill.folder;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.quorate.hbase.spill.SpillException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder of one spill, locked. It gets its file {@code format} when it is locked, before any
 * write, and keeps it as long as one is there: without that file it is being made or removed, or
 * was when a crash came.
 *
 * <p>That holds across a crash of the machine too, in this order: the file is forced before it gets
 * its name; the folder and the directory are forced after that, before this returns and so before
 * any write is accepted; and the name of a segment is forced before a write in it is ({@link
 * SegmentLog}). A crash before the last of these leaves a folder that no write can be in.
 */
final class SpillFolder implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(SpillFolder.class);
  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss.SSSSSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private static final Pattern NAMES = Pattern.compile("\\d{8}T\\d{6}\\.\\d{6}Z-\\d+-[0-9a-f]{4}");

  /** A folder that is still being made is younger than this. */
  private static final Duration MAKING = Duration.ofMinutes(10);

  private final FolderLock lock;
  private final FolderFormat format;

  private SpillFolder(FolderLock lock, FolderFormat format) {
    this.lock = lock;
    this.format = format;
  }

  /** Makes a folder for a spill of this process. */
  static SpillFolder create(Path directory, Optional<String> cluster) throws IOException {
    FolderFormat format = FolderFormat.ofThisProcess(cluster);
    String name =
        NAME.format(format.created())
            + "-"
            + format.process()
            + "-"
            + UUID.randomUUID().toString().substring(0, 4);
    try {
      Directories.createAll(directory);
      return create(directory, directory.resolve(name), format);
    } catch (IOException e) {
      throw new SpillException(
          "A spill cannot be made in "
              + directory
              + " ("
              + e
              + "); choose a folder on a local disk that this process may write to.",
          e);
    }
  }

  private static SpillFolder create(Path directory, Path folder, FolderFormat format)
      throws IOException {
    Directories.create(folder);
    format.write(folder);
    FolderLock lock =
        FolderLock.tryTake(folder)
            .orElseThrow(() -> new IOException("somebody else removes " + folder));
    try {
      // Fails where somebody has removed what took too long, and perhaps the file that is locked.
      FolderFormat.complete(folder);
      Directories.force(folder);
      Directories.force(directory);
      return new SpillFolder(lock, format);
    } catch (Throwable failure) {
      lock.close();
      throw failure;
    }
  }

  /**
   * Takes over the folder of a spill whose process is gone.
   *
   * @return empty where somebody has it, or it is there no more
   * @throws SpillFormatException if it is no spill's folder, or one of another version
   */
  static Optional<SpillFolder> adopt(Path folder) throws IOException {
    Optional<FolderLock> lock;
    try {
      FolderFormat.read(folder);
      lock = FolderLock.tryTake(folder);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    if (lock.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(new SpillFolder(lock.get(), FolderFormat.read(folder)));
    } catch (IOException e) {
      lock.get().close();
      throw e;
    }
  }

  /**
   * The folders in a directory that no process has now, of any version.
   *
   * @param cluster whose they are; those of others are not to be drained here
   */
  static List<Path> leftIn(Path directory, Optional<String> cluster) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(folder -> isNamedAsOne(folder) && isLeft(folder, cluster)).toList();
    }
  }

  private static boolean isLeft(Path folder, Optional<String> cluster) {
    try {
      // Whoever still makes a folder must not find it locked.
      if (isUnfinished(folder) || FolderLock.isHeld(folder)) {
        return false;
      }
    } catch (IOException e) {
      // It is gone, or another user's, whose spill has a bound of its own.
      return false;
    }
    try {
      return !FolderFormat.read(folder).isForAnother(cluster);
    } catch (IOException e) {
      return true;
    }
  }

  /** Whether no write can be in a spill's folder, because it is being made or removed, or was. */
  static boolean isUnfinished(Path folder) throws IOException {
    if (!isNamedAsOne(folder) || Files.exists(folder.resolve(FolderFormat.FILE))) {
      return false;
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.allMatch(SpillFolder::isNeedlessAlone);
    } catch (NoSuchFileException e) {
      return true;
    }
  }

  /** Removes those in a directory that are unfinished and old. What cannot be removed is left. */
  static void removeUnfinished(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (Stream<Path> all = Files.list(directory)) {
      for (Path folder : all.toList()) {
        try {
          removeIfOldAndUnfinished(folder);
        } catch (IOException e) {
          LOG.debug("{} is left as it is: {}", folder, e.toString());
        }
      }
    }
  }

  private static void removeIfOldAndUnfinished(Path folder) throws IOException {
    Instant old = Instant.now().minus(MAKING);
    if (!isUnfinished(folder) || !Files.getLastModifiedTime(folder).toInstant().isBefore(old)) {
      return;
    }
    Optional<FolderLock> lock = FolderLock.tryTake(folder);
    if (lock.isPresent()) {
      try (FolderLock own = lock.get()) {
        // Whoever made it slowly may have completed it meanwhile.
        if (isUnfinished(folder)) {
          delete(own);
        }
      }
    }
  }

  Path path() {
    return lock.folder();
  }

  FolderFormat format() {
    return format;
  }

  /** Removes the folder with all that a spill has put there. */
  void delete() throws IOException {
    for (Path segment : Segment.files(path())) {
      Files.deleteIfExists(segment);
    }
    delete(lock);
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }

  private static boolean isNamedAsOne(Path folder) {
    return NAMES.matcher(String.valueOf(folder.getFileName())).matches();
  }

  private static boolean isNeedlessAlone(Path file) {
    return file.endsWith(FolderLock.FILE)
        || file.endsWith(FolderFormat.INCOMPLETE)
        || file.toString().endsWith(Segment.ACKNOWLEDGEMENT_SUFFIX);
  }

  /** Removes a folder without segments, the lock last of its files. */
  private static void delete(FolderLock lock) throws IOException {
    Path folder = lock.folder();
    try (Stream<Path> all = Files.list(folder)) {
      for (Path file : all.filter(SpillFolder::isNeedlessAlone).toList()) {
        if (!file.endsWith(FolderLock.FILE)) {
          Files.deleteIfExists(file);
        }
      }
    }
    Files.deleteIfExists(folder.resolve(FolderFormat.FILE));
    Files.deleteIfExists(folder.resolve(FolderLock.FILE));
    lock.close();
    try {
      Files.deleteIfExists(folder);
    } catch (DirectoryNotEmptyException e) {
      LOG.warn("{} holds files that are not a spill's; they were left alone.", folder);
    }
  }
}
