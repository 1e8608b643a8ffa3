package org.quorate.core.workload;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * Reads text in the format of {@link Properties} and keeps the line of each property. It only finds
 * where a property begins and ends; what key, value and escapes are is left to {@link
 * Properties#load(Reader)}, one property at a time.
 */
final class PropertyFile {
  /** Lines with nothing but the backslash that joins them to the next. */
  private static final Pattern ONLY_CONTINUATIONS =
      Pattern.compile("(?:[ \\t\\f]*\\\\\n)*[ \\t\\f]*\\\\?");

  private PropertyFile() {}

  /**
   * The properties in the order of the text; a key set twice appears twice.
   *
   * @param name of the file, for messages
   * @throws InvalidWorkloadException if an escape is malformed
   */
  static List<PropertySetting> read(String name, Reader reader) throws IOException {
    List<PropertySetting> settings = new ArrayList<>();
    BufferedReader lines = new BufferedReader(reader);
    int number = 0;
    String line;
    while ((line = lines.readLine()) != null) {
      int first = ++number;
      if (isBlankOrComment(line)) {
        continue;
      }
      StringBuilder property = new StringBuilder(line);
      while (isContinued(line) && (line = lines.readLine()) != null) {
        number++;
        property.append('\n').append(line);
      }
      parse(name + ":" + first, property.toString()).ifPresent(settings::add);
    }
    return settings;
  }

  /** Empty where backslashes join nothing but blank lines. */
  private static Optional<PropertySetting> parse(String place, String property) throws IOException {
    if (ONLY_CONTINUATIONS.matcher(property).matches()) {
      return Optional.empty();
    }
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(property));
    } catch (IllegalArgumentException e) {
      throw new InvalidWorkloadException(
          place + ": a \\u must be followed by four hexadecimal digits; correct or remove it.");
    }
    return properties.stringPropertyNames().stream()
        .findFirst()
        .map(key -> new PropertySetting(place, key, properties.getProperty(key)));
  }

  private static boolean isBlankOrComment(String line) {
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c != ' ' && c != '\t' && c != '\f') {
        return c == '#' || c == '!';
      }
    }
    return true;
  }

  /** Whether the line ends with an odd number of backslashes. */
  private static boolean isContinued(String line) {
    int backslashes = 0;
    while (backslashes < line.length() && line.charAt(line.length() - 1 - backslashes) == '\\') {
      backslashes++;
    }
    return backslashes % 2 == 1;
  }
}
