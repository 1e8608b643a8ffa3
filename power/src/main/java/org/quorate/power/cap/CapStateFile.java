package org.quorate.power.cap;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Where a cap is remembered: one JSON file, written whole or not at all, and forced to the disk.
 */
final class CapStateFile {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES).build();

  /** File locks are held by the whole process, so threads of one process need their own. */
  private static final ReentrantLock THREADS = new ReentrantLock();

  private final Path file;

  CapStateFile(Path file) {
    this.file = file.toAbsolutePath();
  }

  Path path() {
    return file;
  }

  /** Something that is done while nobody else caps or restores. */
  @FunctionalInterface
  interface Work<T> {
    T run() throws CapException, IOException;
  }

  /**
   * Does something alone, even on a thread that was interrupted.
   *
   * @throws CapException as the work, or when the state cannot be kept
   */
  <T> T alone(Work<T> work) throws CapException {
    boolean interrupted = Thread.interrupted();
    THREADS.lock();
    try {
      Path folder = file.getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      try (FileChannel channel =
              FileChannel.open(
                  file.resolveSibling(file.getFileName() + ".lock"),
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE);
          var lock = channel.lock()) {
        assert lock.isValid();
        return work.run();
      }
    } catch (IOException e) {
      throw new CapException(
          "What the processors were set to cannot be kept in " + file + " (" + e + ").", e);
    } finally {
      THREADS.unlock();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  Optional<CapState> read() throws CapException {
    try {
      return Optional.of(JSON.readValue(Files.readString(file), CapState.class));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new CapException(
          "The file "
              + file
              + " does not say what the processors were set to before they were capped; set them by"
              + " hand, then delete it.",
          e);
    }
  }

  void write(CapState state) throws IOException {
    Path temporary = file.resolveSibling(file.getFileName() + ".part");
    try (FileOutputStream stream = new FileOutputStream(temporary.toFile())) {
      stream.write(
          JSON.writerWithDefaultPrettyPrinter()
              .writeValueAsString(state)
              .getBytes(StandardCharsets.UTF_8));
      stream.getFD().sync();
    }
    Files.move(
        temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  void delete() throws IOException {
    Files.deleteIfExists(file);
  }
}
