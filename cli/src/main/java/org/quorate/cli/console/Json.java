package org.quorate.cli.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;

/** Values as JSON for programs. Stateless. */
public final class Json {
  private Json() {}

  /** The value's properties, indented, with a line break at the end. */
  public static String text(Object value) {
    try {
      return JsonMapper.builder().build().writerWithDefaultPrettyPrinter().writeValueAsString(value)
          + "\n";
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
