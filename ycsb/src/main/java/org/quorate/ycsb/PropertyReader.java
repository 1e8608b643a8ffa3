package org.quorate.ycsb;

import java.nio.file.Path;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Reads single properties of YCSB; an empty one is as good as none. */
record PropertyReader(Properties properties) {
  /** Without the blanks around it. */
  @Nullable String text(String name) {
    String text = properties.getProperty(name, "").strip();
    return text.isEmpty() ? null : text;
  }

  /** As YCSB reads them: everything but {@code true} is false. */
  boolean isTrue(String name, boolean otherwise) {
    String text = text(name);
    return text == null ? otherwise : Boolean.parseBoolean(text);
  }

  @Nullable Path path(String name) {
    String text = text(name);
    return text == null ? null : Path.of(text);
  }

  /** A number within a range; see {@link #number}. */
  int count(String name, int otherwise, int least, int most) {
    return (int) number(name, otherwise, least, most);
  }

  /**
   * A number within a range.
   *
   * @throws IllegalArgumentException if it is none, or outside; the message names the property
   */
  long number(String name, long otherwise, long least, long most) {
    String text = text(name);
    if (text == null) {
      return otherwise;
    }
    try {
      long number = Long.parseLong(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Refused below, as a number that is too small or too large.
    }
    throw refusal(name, text, "use a number from " + least + " to " + most);
  }

  /** An error that names a property, what it is, and what to do. */
  static IllegalArgumentException refusal(String name, String text, String advice) {
    return new IllegalArgumentException(
        "The property " + name + " is " + text + "; " + advice + ".");
  }
}
