package org.quorate.hbase.spill.folder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;

/** Folders that hold what applications write. Stateless. */
final class Directories {
  private Directories() {}

  /** Makes a folder that does not exist yet, which only its owner may look into. */
  static void create(Path folder) throws IOException {
    Files.createDirectory(folder, ownerOnly(folder));
  }

  /**
   * Makes a folder that only its owner may look into, and those above it as usual, where they are
   * missing. Returns when their names are on the disk.
   */
  static void createAll(Path folder) throws IOException {
    make(folder.toAbsolutePath(), ownerOnly(folder));
  }

  private static void make(Path folder, FileAttribute<?>... attributes) throws IOException {
    if (Files.isDirectory(folder)) {
      return;
    }
    Path above = folder.getParent();
    if (above != null) {
      make(above);
    }
    try {
      Files.createDirectory(folder, attributes);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(folder)) {
        throw e;
      }
    }
    if (above != null) {
      force(above);
    }
  }

  /** How many bytes the files in a folder have, as far as they can be seen. */
  static long bytes(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.mapToLong(Directories::size).sum();
    } catch (IOException | UncheckedIOException e) {
      return 0;
    }
  }

  private static long size(Path file) {
    try {
      return Files.isRegularFile(file) ? Files.size(file) : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  /** Returns when the names in a folder are on the disk. */
  static void force(Path folder) throws IOException {
    boolean interrupted = false;
    while (true) {
      try (FileChannel names = FileChannel.open(folder, StandardOpenOption.READ)) {
        names.force(true);
        break;
      } catch (ClosedByInterruptException e) {
        interrupted |= Thread.interrupted();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static FileAttribute<?>[] ownerOnly(Path folder) {
    return folder.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
        }
        : new FileAttribute<?>[0];
  }
}
