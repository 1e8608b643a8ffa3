package org.quorate.hbase.spill;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder of one spill, locked. It is made under a name that begins with a dot and renamed when
 * it is complete and locked, so a folder of another name is always one or was one.
 *
 * <p>That holds across a crash of the machine too, in this order: the file {@code format} is forced
 * before the rename, so the new name never stands for a folder without it; the folder and the
 * directory are forced after the rename, before this returns and so before any write is accepted;
 * and the name of a segment is forced before a write in it is ({@link SegmentLog}). A crash before
 * the last of these leaves a folder that no write can be in, under either name.
 */
final class SpillFolder implements Closeable {
  /** How the names of folders begin that are being made. */
  static final String UNFINISHED = ".new-";

  private static final Logger LOG = LoggerFactory.getLogger(SpillFolder.class);
  private static final int ATTEMPTS = 3;
  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss.SSSSSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private static final Pattern NAMES = Pattern.compile("\\d{8}T\\d{6}\\.\\d{6}Z-\\d+-[0-9a-f]{4}");

  private final FolderLock lock;
  private final FolderFormat format;

  private SpillFolder(FolderLock lock, FolderFormat format) {
    this.lock = lock;
    this.format = format;
  }

  /** Makes a folder for a spill of this process. */
  static SpillFolder create(Path directory, Clock clock, Optional<String> cluster)
      throws IOException {
    try {
      Directories.createAll(directory);
      IOException last = null;
      for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        try {
          return tryCreate(directory, clock.instant(), cluster);
        } catch (NoSuchFileException takenForALeftover) {
          last = takenForALeftover;
        }
      }
      throw last == null ? new IOException("somebody else removes it") : last;
    } catch (SpillException e) {
      throw e;
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

  /** Whether a folder has such a name as those that are made here. */
  static boolean isNamedAsOne(Path folder) {
    return NAMES.matcher(String.valueOf(folder.getFileName())).matches();
  }

  /** Takes over a folder that was never finished, or not removed to the end. */
  static Optional<SpillFolder> adoptUnfinished(Path folder) throws IOException {
    return FolderLock.tryTake(folder)
        .map(
            lock ->
                new SpillFolder(lock, new FolderFormat(Instant.EPOCH, "", 0, Optional.empty())));
  }

  Path path() {
    return lock.folder();
  }

  FolderFormat format() {
    return format;
  }

  /** Removes the folder with all that a spill has put there. */
  void delete() throws IOException {
    Path folder = path();
    for (Path segment : Segment.files(folder)) {
      Files.deleteIfExists(segment);
    }
    for (Path file : known(folder)) {
      Files.deleteIfExists(file);
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

  @Override
  public void close() throws IOException {
    lock.close();
  }

  private static SpillFolder tryCreate(Path directory, Instant now, Optional<String> cluster)
      throws IOException {
    FolderFormat format = FolderFormat.ofThisProcess(now, cluster);
    String name =
        NAME.format(now)
            + "-"
            + format.process()
            + "-"
            + UUID.randomUUID().toString().substring(0, 4);
    Path unfinished = directory.resolve(UNFINISHED + name);
    Directories.create(unfinished);
    FolderLock lock = null;
    boolean made = false;
    try {
      format.write(unfinished);
      lock = FolderLock.tryTake(unfinished).orElseThrow(() -> taken(unfinished));
      refuseIfTaken(unfinished);
      lock.rename(name);
      Directories.force(lock.folder());
      Directories.force(directory);
      made = true;
      return new SpillFolder(lock, format);
    } finally {
      if (!made) {
        forget(lock, unfinished);
      }
    }
  }

  /** Whoever removes what is left over has the lock meanwhile, and takes the format away first. */
  private static void refuseIfTaken(Path unfinished) throws IOException {
    if (!Files.exists(unfinished.resolve(FolderFormat.FILE))) {
      throw taken(unfinished);
    }
  }

  private static NoSuchFileException taken(Path unfinished) {
    return new NoSuchFileException(unfinished.toString());
  }

  /** Removes what was made of a folder that could not be made; it holds nothing yet. */
  private static void forget(@Nullable FolderLock lock, Path unfinished) {
    Path folder = lock == null ? unfinished : lock.folder();
    try {
      Files.deleteIfExists(folder.resolve(FolderFormat.FILE));
      if (lock != null) {
        Files.deleteIfExists(folder.resolve(FolderLock.FILE));
        lock.close();
      }
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      LOG.warn("{} could not be made, and not be removed either: {}", folder, e.toString());
    }
  }

  private static List<Path> known(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(file -> file.toString().endsWith(Segment.ACKNOWLEDGEMENT_SUFFIX)).toList();
    }
  }
}
