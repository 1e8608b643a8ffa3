package org.quorate.study.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.study.StudyException;

final class StudyLockTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  /** Takes the lock of a directory and holds it until killed. */
  static final class Holder {
    private Holder() {}

    public static void main(String[] arguments) throws Exception {
      StudyLock lock = StudyLock.acquire(Path.of(arguments[0]));
      System.out.println("held " + lock.hashCode());
      Thread.currentThread().join();
    }
  }

  @Test
  @Timeout(60)
  void aLockEndsWithItsProcessHoweverThatEnds() throws Exception {
    Process holder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home", ""), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path", ""),
                Holder.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(holder.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(output.readLine()).startsWith("held");
      assertThatThrownBy(() -> StudyLock.acquire(folder))
          .isInstanceOf(StudyException.class)
          .hasMessageContaining("is being run by process " + holder.pid() + ", started ");
    } finally {
      holder.destroyForcibly();
    }
    assertThat(holder.waitFor(60, TimeUnit.SECONDS)).isTrue();

    try (StudyLock lock = StudyLock.acquire(folder)) {
      assertThat(lock).isNotNull();
    }
  }

  /** Linux refuses whatever is written to it as a full disk does. */
  @Test
  void aLockIsHeldAlsoWhereItsHolderCannotBeWritten() throws Exception {
    Path full = Path.of("/dev/full");
    assertThat(full).isWritable();
    Files.createSymbolicLink(folder.resolve(".lock"), full);
    try (StudyLock lock = StudyLock.acquire(folder)) {
      assertThat(lock).isNotNull();
    }
  }

  @Test
  void aLockIsFreeAgainAfterItsEnd() throws Exception {
    StudyLock.acquire(folder).close();
    StudyLock.acquire(folder).close();
  }
}
