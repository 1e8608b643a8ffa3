package org.quorate.study.file;

import java.util.function.Function;

/**
 * A text that the user wrote, and where, so that every refusal can say so. Immutable.
 *
 * @param file for messages; the command line where it was written there
 * @param line from 1, or 0 where there is none
 * @param key the whole path of the key, such as {@code runs.duration}
 */
public record Value(String file, int line, String key, String text) {
  /** The refusal of this value for a reason, which is a sentence. */
  public StudyFileException refuse(String problem) {
    return new StudyFileException(file, line, key, problem);
  }

  /** Another text at the same place. */
  Value withText(String changed) {
    return new Value(file, line, key, changed);
  }

  /** Where it is, for messages of others that put it in front. */
  String place() {
    return line > 0 ? file + ":" + line : file;
  }

  /**
   * What {@code parser} makes of the text.
   *
   * @param parser throws {@link IllegalArgumentException} with a sentence for the user
   */
  public <T> T as(Function<String, T> parser) throws StudyFileException {
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      throw refuse(e.getMessage() == null ? "\"" + text + "\" is not understood." : e.getMessage());
    }
  }

  /** A whole number in a range. */
  public long wholeNumber(long least, long most) throws StudyFileException {
    return as(
        number -> {
          try {
            long value = Long.parseLong(number);
            if (value >= least && value <= most) {
              return value;
            }
          } catch (NumberFormatException e) {
            // Refused below, together with numbers out of range.
          }
          throw new IllegalArgumentException(
              "\"" + number + "\" is not a whole number from " + least + " to " + most + ".");
        });
  }

  /** Whether it is yes or true; anything but that, no and false is refused. */
  public boolean yesOrNo() throws StudyFileException {
    return switch (text) {
      case "true", "yes" -> true;
      case "false", "no" -> false;
      default -> throw refuse("\"" + text + "\" is neither true nor false.");
    };
  }
}
