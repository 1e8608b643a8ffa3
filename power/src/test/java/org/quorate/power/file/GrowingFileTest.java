package org.quorate.power.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.power.MeterException;

final class GrowingFileTest {
  @TempDir Path folder;
  private Path path;
  private GrowingFile file;

  @BeforeEach
  void makeFile() throws IOException {
    path = folder.resolve("meter.log");
    Files.writeString(path, "");
    file = new GrowingFile(path);
  }

  private void append(String text) throws IOException {
    Files.writeString(path, text, StandardOpenOption.APPEND);
  }

  @Test
  void onlyWhatWasAppendedIsRead() throws Exception {
    append("one\ntwo\n");
    assertThat(file.readAppended()).containsExactly(new Line(1, "one"), new Line(2, "two"));
    assertThat(file.readAppended()).isEmpty();
    append("three\n");
    assertThat(file.readAppended()).containsExactly(new Line(3, "three"));
  }

  @Test
  void halfALineWaitsForItsRest() throws Exception {
    append("one\ntw");
    assertThat(file.readAppended()).containsExactly(new Line(1, "one"));
    assertThat(file.readAppended()).isEmpty();
    append("o\n");
    assertThat(file.readAppended()).containsExactly(new Line(2, "two"));
  }

  @Test
  void halfACharacterWaitsForItsRest() throws Exception {
    byte[] bytes = "µW\n".getBytes(StandardCharsets.UTF_8);
    Files.write(path, new byte[] {bytes[0]}, StandardOpenOption.APPEND);
    assertThat(file.readAppended()).isEmpty();
    Files.write(path, new byte[] {bytes[1], bytes[2], bytes[3]}, StandardOpenOption.APPEND);
    assertThat(file.readAppended()).containsExactly(new Line(1, "µW"));
  }

  @Test
  void endsOfLinesAndTheMarkOfOtherSystemsAreNoPartOfTheText() throws Exception {
    append("\uFEFFone\r\ntwo\r\n");
    assertThat(file.readAppended()).containsExactly(new Line(1, "one"), new Line(2, "two"));
  }

  @Test
  void aLineOfMoreThan64KibibytesIsRefused() throws Exception {
    append("one\n" + "x".repeat(GrowingFile.LONGEST_LINE + 1));
    assertThatThrownBy(file::readAppended)
        .isInstanceOf(MeterException.class)
        .hasMessage("Line 2 of " + path + " is longer than 64 KiB; is it a text file?");
  }

  @Test
  void aLineOf64KibibytesIsRead() throws Exception {
    append("x".repeat(GrowingFile.LONGEST_LINE) + "\n");
    assertThat(file.readAppended()).hasSize(1);
  }

  @Test
  void aLongFileIsReadInPortionsWithoutLosingALine() throws Exception {
    String line = "0123456789".repeat(10);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 30_000; i++) {
      text.append(line).append('\n');
    }
    append(text.toString());

    long lines = 0;
    List<Line> portion = file.readAppended();
    while (!portion.isEmpty()) {
      assertThat(portion.size()).isLessThanOrEqualTo(GrowingFile.PORTION / line.length());
      assertThat(portion).allMatch(each -> each.text().equals(line));
      lines += portion.size();
      portion = file.readAppended();
    }
    assertThat(lines).isEqualTo(30_000);
  }

  @Test
  void aFileThatBecameShorterIsNotReadOn() throws Exception {
    append("one\ntwo\n");
    file.readAppended();
    Files.writeString(path, "x\n");

    assertThatThrownBy(file::readAppended)
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("became shorter");
  }

  @Test
  void aFileThatWasReplacedIsNotReadOn() throws Exception {
    append("one\n");
    file.readAppended();
    Path other = folder.resolve("other");
    Files.writeString(other, "one\ntwo\n");
    Files.move(other, path, StandardCopyOption.REPLACE_EXISTING);

    assertThatThrownBy(file::readAppended)
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("was replaced");
  }

  @Test
  void aFileThatIsGoneSaysSo() throws Exception {
    Files.delete(path);
    assertThatThrownBy(file::readAppended)
        .isInstanceOf(MeterException.class)
        .hasMessage("The file " + path + " is gone.");
  }

  @Test
  void whatIsThereCanBePassedOverWithHalfALineAtTheEnd() throws Exception {
    append("one\ntw");
    file.skipToEnd();
    append("o\nthree\n");
    assertThat(file.readAppended()).containsExactly(new Line(3, "three"));
  }
}
