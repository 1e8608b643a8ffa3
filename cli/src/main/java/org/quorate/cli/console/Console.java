package org.quorate.cli.console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Properties;

/**
 * Where a command's words go. Thread-safe as far as {@link PrintWriter} is.
 *
 * @param output what was asked for: results, tables, JSON; always UTF-8
 * @param error progress, remarks and errors; always UTF-8
 * @param outputColumns width of the terminal that {@code output} is, or empty where it is none
 * @param errorColumns width of the terminal that {@code error} is, or empty where it is none
 * @param unicode whether the terminal's locale can show more than ASCII
 * @param colour whether colours are wanted where a stream is a terminal
 */
public record Console(
    PrintWriter output,
    PrintWriter error,
    OptionalInt outputColumns,
    OptionalInt errorColumns,
    boolean unicode,
    boolean colour) {
  /**
   * The console of this process. Whether the streams are terminals, and how wide, is told by the
   * launcher in the properties {@code quorate.output.columns} and {@code quorate.columns}; Java
   * itself cannot find out.
   */
  public static Console system(Properties properties, Map<String, String> environment) {
    return new Console(
        writer(FileDescriptor.out),
        writer(FileDescriptor.err),
        columns(properties.getProperty("quorate.output.columns", "")),
        columns(properties.getProperty("quorate.columns", "")),
        speaksUnicode(environment),
        environment.getOrDefault("NO_COLOR", "").isEmpty()
            && !environment.getOrDefault("TERM", "").equals("dumb"));
  }

  /** Whether colours may be used on {@link #output}. */
  public boolean colourOutput() {
    return colour && outputColumns.isPresent();
  }

  private static PrintWriter writer(FileDescriptor descriptor) {
    OutputStream stream = new FileOutputStream(descriptor);
    return new PrintWriter(stream, true, StandardCharsets.UTF_8);
  }

  private static OptionalInt columns(String text) {
    try {
      int columns = Integer.parseInt(text.strip());
      return columns > 0 ? OptionalInt.of(columns) : OptionalInt.empty();
    } catch (NumberFormatException notATerminal) {
      return OptionalInt.empty();
    }
  }

  /** The first of the three variables that is set decides, as POSIX has it. */
  private static boolean speaksUnicode(Map<String, String> environment) {
    for (String variable : new String[] {"LC_ALL", "LC_CTYPE", "LANG"}) {
      String value = environment.getOrDefault(variable, "");
      if (!value.isEmpty()) {
        String lower = value.toLowerCase(Locale.ROOT);
        return lower.contains("utf-8") || lower.contains("utf8");
      }
    }
    return false;
  }
}
