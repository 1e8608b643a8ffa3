package org.quorate.study.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileProblemsTest {
  @Test
  void everyKindSaysWhatIsWrongAndWhatToDo() {
    assertThat(FileProblems.reason(new NoSuchFileException("/x")))
        .isEqualTo("there is no file or folder /x; check the path, or make the folder");
    assertThat(FileProblems.reason(new AccessDeniedException("/x")))
        .isEqualTo("access to /x is denied; check who owns it and its permissions");
    assertThat(FileProblems.reason(new NotDirectoryException("/x")))
        .isEqualTo("/x is not a folder; choose another path");
    assertThat(FileProblems.reason(new ClosedByInterruptException()))
        .isEqualTo("the work was interrupted");
    assertThat(FileProblems.reason(new FileSystemException("/x", null, "No space left on device")))
        .isEqualTo("the disk of /x is full; make room, or choose another disk");
    assertThat(FileProblems.reason(new IOException("No space left on device")))
        .isEqualTo("the disk is full; make room, or choose another disk");
    assertThat(FileProblems.sentence(new IOException("Odd")))
        .isEqualTo("A file could not be read or written: Odd.");
    assertThat(FileProblems.reason(new IOException())).isEqualTo("IOException");
  }

  @Test
  void aFileThatCannotBeWrittenIsCalledByItsNameAndNotByItsTemporaryOne(@TempDir Path folder)
      throws IOException {
    Path missing = folder.resolve("missing");
    assertThatThrownBy(() -> WholeFile.write(missing.resolve("r.html"), "text"))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessage(missing.toString());
    Path file = Files.createFile(folder.resolve("file"));
    assertThatThrownBy(() -> WholeFile.write(file.resolve("r.html"), "text"))
        .isInstanceOf(NotDirectoryException.class)
        .hasMessage(file.toString());
  }

  @Test
  void anInterruptedThreadStillWritesWholeFiles(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("file");
    Thread.currentThread().interrupt();
    WholeFile.write(file, "text");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(file).hasContent("text");
  }
}
