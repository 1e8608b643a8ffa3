package org.quorate.study.io;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;

/**
 * Records as JSON, in files and for programs: one member per component, instants as ISO 8601 text,
 * on several lines. Members that a record does not have are passed over when reading, so that files
 * of later versions can be read, and a map that a file does not have is empty, as in files of
 * earlier ones. Stateless.
 */
public final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModule(
              new SimpleModule()
                  .addSerializer(Instant.class, ToStringSerializer.instance)
                  .addDeserializer(Instant.class, new InstantText()))
          .enable(SerializationFeature.INDENT_OUTPUT)
          // Counts by name that an earlier version did not take are none.
          .withConfigOverride(
              Map.class, maps -> maps.setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build();

  private Json() {}

  /** Writes a record, whole or not at all. */
  public static void write(Path file, Object value) throws IOException {
    WholeFile.write(file, text(value));
  }

  /** A record as JSON text, with a line break at its end. */
  public static String text(Object value) {
    try {
      return MAPPER.writeValueAsString(value) + "\n";
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * Reads a record.
   *
   * @throws IOException if there is no such file, or it holds something else; the message is one
   *     line, without a full stop
   */
  public static <T> T read(Path file, Class<T> type) throws IOException {
    byte[] text = Files.readAllBytes(file);
    try {
      T value = MAPPER.readValue(text, type);
      if (value == null) {
        throw new IOException("it holds null");
      }
      return value;
    } catch (JsonProcessingException e) {
      String why = String.valueOf(e.getOriginalMessage()).replaceAll("\\s*\\R\\s*", " ");
      String line = e.getLocation() == null ? "" : " (line " + e.getLocation().getLineNr() + ")";
      throw new IOException(why.replaceAll("\\.$", "") + line, e);
    }
  }

  private static final class InstantText extends StdDeserializer<Instant> {
    private static final long serialVersionUID = 1L;

    InstantText() {
      super(Instant.class);
    }

    @Override
    public Instant deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      String text = parser.getValueAsString("");
      try {
        return Instant.parse(text);
      } catch (DateTimeException e) {
        throw new IOException("\"" + text + "\" is not an instant", e);
      }
    }
  }
}
