package org.quorate.lab.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.core.level.Level;

final class MessageLinesTest {
  private static final HostMessage.Prepare PREPARE =
      new HostMessage.Prepare(
          List.of("10.0.0.1:9042"),
          "dc1",
          "keyspace1",
          "\"Table\"",
          Map.of("recordcount", "10"),
          3,
          4096,
          1,
          2,
          -5,
          4,
          2,
          8,
          20,
          0.5,
          null,
          Level.LOCAL_ONE,
          Level.QUORUM,
          1_000_000_000L,
          0,
          true);

  @Test
  void whatIsWrittenIsReadAgain() throws IOException {
    List<HostMessage> all =
        List.of(
            new HostMessage.Ready(1),
            new HostMessage.AskClock(7),
            new HostMessage.Clock(7, -9, Long.MAX_VALUE),
            PREPARE,
            new HostMessage.Prepared(),
            new HostMessage.Begin(1, 2),
            new HostMessage.Begun(3),
            new HostMessage.Lines("write,user1,2,3,4,5,ONE,ok\n"),
            new HostMessage.Passed(0, true, 1, 2, 3, 4),
            new HostMessage.Over(new HostOutcome(1, 1, 2, 3, 4, "AAAA", Map.of(), List.of())),
            new HostMessage.Failed("no \"cluster\"\nthere"));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    MessageLines writing = new MessageLines(InputStream.nullInputStream(), out);
    for (HostMessage message : all) {
      writing.write(message);
    }
    assertThat(out.toString(StandardCharsets.UTF_8).lines()).hasSize(all.size());
    MessageLines reading =
        new MessageLines(
            new ByteArrayInputStream(out.toByteArray()), OutputStream.nullOutputStream());
    for (HostMessage message : all) {
      assertThat(reading.read()).isEqualTo(message);
    }
    assertThat(reading.read()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "hello",
        "{}",
        "[1]",
        "{\"is\":\"java.lang.Runtime\"}",
        "{\"is\":\"history\"}",
        "{\"is\":\"over\"}",
        "{\"is\":\"clock\",\"number\":null,\"heardNanos\":1,\"answeredNanos\":1}",
        "{\"is\":\"prepare\",\"seed\":1}",
        "{\"@class\":\"java.io.File\"}"
      })
  void whatIsNoMessageIsRefused(String line) {
    MessageLines reading = reading(line + "\n");
    assertThatThrownBy(reading::read)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("something else than a message");
  }

  @Test
  void whatIsShownOfALineCannotSteerATerminal() {
    assertThatThrownBy(reading("\u001b[2Jhello\n")::read).hasMessageEndingWith("?[2Jhello");
  }

  @Test
  void aLineThatDoesNotEndIsRefusedBeforeItFillsTheMemory() {
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return 'x';
          }

          @Override
          public int read(byte[] target, int offset, int length) {
            java.util.Arrays.fill(target, offset, offset + length, (byte) 'x');
            return length;
          }
        };
    MessageLines reading = new MessageLines(endless, OutputStream.nullOutputStream());
    assertThatThrownBy(reading::read).hasMessageContaining("more than " + MessageLines.LONGEST);
  }

  @Test
  void aLineThatWasCutOffWasNeverSaid() throws IOException {
    assertThat(reading("{\"is\":\"prepared\"").read()).isNull();
  }

  @Test
  void aLineMayComeInPieces() throws IOException {
    MessageLines reading =
        new MessageLines(
            new SequenceInputStream(
                new ByteArrayInputStream("{\"is\":\"pre".getBytes(StandardCharsets.UTF_8)),
                new ByteArrayInputStream("pared\"}\n".getBytes(StandardCharsets.UTF_8))),
            OutputStream.nullOutputStream());
    assertThat(reading.read()).isEqualTo(new HostMessage.Prepared());
  }

  private static MessageLines reading(String text) {
    return new MessageLines(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
        OutputStream.nullOutputStream());
  }
}
