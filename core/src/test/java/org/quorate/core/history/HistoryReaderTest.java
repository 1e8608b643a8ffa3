package org.quorate.core.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.core.level.Level;

class HistoryReaderTest {
  private static final String HEADER = HistoryFormat.HEADER + "\n";

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Gives one byte per read, so that every line crosses a border. */
  private static InputStream drip(String text) {
    return new InputStream() {
      private final InputStream in = stream(text);

      @Override
      public int read() throws IOException {
        return in.read();
      }

      @Override
      public int read(byte[] b, int off, int len) throws IOException {
        return in.read(b, off, Math.min(1, len));
      }
    };
  }

  private static InputStream cutAfter(String text) {
    return new SequenceInputStream(
        stream(text),
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new EOFException("Unexpected end of ZLIB input stream");
          }

          @Override
          public int read(byte[] b, int off, int len) throws IOException {
            return read();
          }
        });
  }

  private static List<String> read(InputStream in, boolean allowTruncated) throws IOException {
    HistoryReader reader = new HistoryReader(in, "h.csv", allowTruncated);
    List<String> operations = new ArrayList<>();
    while (reader.next()) {
      operations.add(
          String.join(
              " ",
              reader.type().text(),
              text(reader, reader.keyStart(), reader.keyLength()),
              String.valueOf(reader.version()),
              String.valueOf(reader.invokeNanos()),
              String.valueOf(reader.completeNanos()),
              text(reader, reader.clientStart(), reader.clientLength()),
              reader.level().name(),
              reader.outcome().text()));
    }
    assertThat(reader.operations()).isEqualTo(operations.size());
    return operations;
  }

  private static String text(HistoryReader reader, int start, int length) {
    return new String(reader.buffer(), start, length, StandardCharsets.UTF_8);
  }

  private static List<String> read(String text) throws IOException {
    return read(stream(text), false);
  }

  @Test
  void everyFieldIsRead() throws IOException {
    String text =
        HEADER
            + "write,user12,-7,-10,20,3,ONE,ok\n"
            + "read,user12,9223372036854775807,21,21,c-4,LOCAL_QUORUM,ok\r\n"
            + "read,é,,22,23,3,EACH_QUORUM,ok\n"
            + "write,user12,5,24,,3,ALL,timeout\n"
            + "write,user12,6,24,25,3,ALL,error\n"
            + "read,user12,6,24,,3,TWO,error";
    List<String> expected =
        List.of(
            "write user12 -7 -10 20 3 ONE ok",
            "read user12 9223372036854775807 21 21 c-4 LOCAL_QUORUM ok",
            "read é " + HistoryFormat.NO_VERSION + " 22 23 3 EACH_QUORUM ok",
            "write user12 5 24 " + HistoryFormat.NEVER + " 3 ALL timeout",
            "write user12 6 24 25 3 ALL error",
            "read user12 "
                + HistoryFormat.NO_VERSION
                + " 24 "
                + HistoryFormat.NEVER
                + " 3 TWO error");
    assertThat(read(text)).isEqualTo(expected);
    assertThat(read(drip(text), false)).isEqualTo(expected);
    assertThat(read("\uFEFF" + text)).isEqualTo(expected);
  }

  @Test
  void aKeyWithACommaOrAQuoteIsQuoted() throws IOException {
    assertThat(read(HEADER + "read,\"a,\"\"b\"\"\",1,2,3,\"c,d\",ONE,ok\n"))
        .containsExactly("read a,\"b\" 1 2 3 c,d ONE ok");
  }

  @Test
  void whatTheEncoderWritesIsReadBack() throws IOException {
    Random random = new Random(5);
    StringBuilder text = new StringBuilder(HEADER);
    List<String> expected = new ArrayList<>();
    byte[] line = new byte[OperationEncoder.MAX_LINE_BYTES];
    for (int i = 0; i < 2000; i++) {
      long key = random.nextLong() >> random.nextInt(64);
      long version = random.nextLong() >> random.nextInt(64);
      long invoke = random.nextLong() >> (2 + random.nextInt(62));
      long complete = Math.max(invoke, invoke + (random.nextLong() >>> (3 + random.nextInt(61))));
      complete = Math.min(complete, (1L << 62) - 1);
      int client = random.nextInt();
      long tag = OperationTag.of(OperationType.WRITE, Outcome.OK, Level.QUORUM, client);
      int end = OperationEncoder.encode(line, 0, key, version, invoke, complete, tag);
      text.append(new String(line, 0, end, StandardCharsets.UTF_8));
      expected.add(
          "write user%d %d %d %d %d QUORUM ok".formatted(key, version, invoke, complete, client));
    }
    assertThat(read(text.toString())).isEqualTo(expected);
  }

  @Test
  void theLongestLineFits() {
    byte[] line = new byte[OperationEncoder.MAX_LINE_BYTES];
    long smallest = Long.MIN_VALUE;
    long tag =
        OperationTag.of(
            OperationType.WRITE, Outcome.TIMEOUT, Level.LOCAL_QUORUM, Integer.MIN_VALUE);
    int end = OperationEncoder.encode(line, 0, smallest, smallest + 1, smallest, smallest, tag);
    assertThat(new String(line, 0, end, StandardCharsets.UTF_8))
        .isEqualTo(
            "write,user-9223372036854775808,-9223372036854775807,-9223372036854775808,"
                + "-9223372036854775808,-2147483648,LOCAL_QUORUM,timeout\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "update,k,1,2,3,c,ONE,ok | op is 'update'; write read or write.",
        "read,,1,2,3,c,ONE,ok | key is empty",
        "write,k,,2,3,c,ONE,ok | version is empty, but every write has one",
        "write,k,1.5,2,3,c,ONE,ok | version is '1.5'; write a whole number",
        "write,k,+1,2,3,c,ONE,ok | version is '+1'",
        "write,k, 1,2,3,c,ONE,ok | version is ' 1'",
        "write,k,-,2,3,c,ONE,ok | version is '-'",
        "write,k,9223372036854775808,2,3,c,ONE,ok | version is '9223372036854775808'",
        "write,k,-9223372036854775808,2,3,c,ONE,ok | version is '-9223372036854775808'",
        "write,k,1,,3,c,ONE,ok | invoke_ns is empty",
        "write,k,1,x,3,c,ONE,ok | invoke_ns is 'x'",
        "write,k,1,2,9000000000000000000,c,ONE,ok | complete_ns is '9000000000000000000'; an instant",
        "write,k,1,2,,c,ONE,ok | complete_ns is empty, but the outcome is ok",
        "write,k,1,2,3,c,ONE,timeout | complete_ns is given, but a write that timed out",
        "write,k,1,2,1,c,ONE,ok | complete_ns is before invoke_ns",
        "write,k,1,2,3,,ONE,ok | client is empty",
        "write,k,1,2,3,c,SOME,ok | level is 'SOME'; write one of [ONE, TWO,",
        "write,k,1,2,3,c,,ok | level is ''",
        "write,k,1,2,3,c,ONE,maybe | outcome is 'maybe'; write one of ok, timeout, error.",
        "write,k,1,2,3,c,ONE,ok,7 | the line has more than 8 fields",
        "write,k,1,2,3 | the line has 5 fields, but an operation has 8",
        "'' | the line has 1 field, but",
        "read,\"k,1,2,3,c,ONE,ok | key has an opening quote without a closing one",
      })
  void nonsenseIsAnErrorThatNamesLineAndColumn(String line, String message) {
    String text = HEADER + "read,k,1,2,3,c,ONE,ok\n" + line + "\nread,k,1,2,3,c,ONE,ok\n";
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(HistoryFormatException.class)
        .isNotInstanceOf(TruncatedHistoryException.class)
        .hasMessageStartingWith("h.csv, line 3: ")
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a,b,c\n", "op,key\nread,k", "\u0000\u0001\u0002\n", "\n"})
  void anotherHeaderIsRefused(String text) {
    assertThatThrownBy(() -> read(text))
        .isExactlyInstanceOf(HistoryFormatException.class)
        .hasMessageStartingWith("h.csv, line 1: the header is '")
        .hasMessageContaining(HistoryFormat.HEADER);
  }

  @Test
  void anEmptyFileIsRefused() {
    assertThatThrownBy(() -> read("")).hasMessageStartingWith("h.csv is empty; a history starts");
  }

  @Test
  void aFileOfAnotherKindDoesNotFillMemory() {
    assertThatThrownBy(() -> read("x".repeat(300_000)))
        .hasMessageContaining("line 1: the line is longer than 65536 bytes");
    assertThatThrownBy(() -> read(HEADER + "x".repeat(70_000) + "\n"))
        .hasMessageContaining("line 2: the line is longer than 65536 bytes");
  }

  @Test
  void aHistoryCutAtAnyByteKeepsItsCompleteLines() throws IOException {
    String first = "read,k,1,2,3,c,ONE,ok\n";
    String text = HEADER + first + "write,k,12,34,,c,ONE,timeout\n";
    for (int length = 1; length < text.length() - 1; length++) {
      String cut = text.substring(0, length);
      int complete = length < HEADER.length() + first.length() - 1 ? 0 : 1;
      boolean atLineEnd =
          length == HEADER.length() - 1
              || length == HEADER.length()
              || length == HEADER.length() + first.length() - 1
              || length == HEADER.length() + first.length();
      assertThat(read(stream(cut), true)).hasSize(complete);
      if (atLineEnd) {
        assertThat(read(cut)).hasSize(complete);
      } else {
        TruncatedHistoryException e =
            catchThrowableOfType(TruncatedHistoryException.class, () -> read(cut));
        assertThat(e.operations()).as(cut).isEqualTo(complete);
      }
    }
  }

  @Test
  void compressedDataThatEndEarlyAreACutEvenAtALineEnd() throws IOException {
    String text = HEADER + "read,k,1,2,3,c,ONE,ok\n";
    assertThatThrownBy(() -> read(cutAfter(text), false))
        .isInstanceOf(TruncatedHistoryException.class)
        .hasMessage(
            "h.csv is cut off at line 3; 1 complete operation precedes it: record it again, or"
                + " give --allow-truncated to judge what is there.");
    assertThat(read(cutAfter(text), true)).hasSize(1);
    assertThat(read(cutAfter(text + "read,k,1,2"), true)).hasSize(1);
    assertThat(read(cutAfter(""), true)).isEmpty();
    assertThatThrownBy(() -> read(cutAfter(""), false))
        .isInstanceOf(TruncatedHistoryException.class);
  }

  @Test
  void randomBytesNeverDoAnythingButFail() {
    Random random = new Random(3);
    for (int i = 0; i < 3000; i++) {
      byte[] bytes = new byte[random.nextInt(300)];
      random.nextBytes(bytes);
      String text =
          HEADER
              + "read,k,1,2,3,c,ONE,ok\n"
              + new String(bytes, StandardCharsets.ISO_8859_1)
              + "\n";
      assertThatThrownBy(() -> read(text)).isInstanceOf(HistoryFormatException.class);
    }
  }
}
