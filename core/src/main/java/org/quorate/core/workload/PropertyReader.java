package org.quorate.core.workload;

import java.util.List;
import java.util.Map;
import java.util.function.DoublePredicate;
import org.jspecify.annotations.Nullable;
import org.quorate.core.text.Suggestions;

/** Turns property texts into numbers and words, and refuses those out of range with their place. */
record PropertyReader(Map<String, PropertySetting> settings) {
  /** The setting of a key, or null where nobody set it or set it to nothing. */
  @Nullable PropertySetting setting(String key) {
    PropertySetting setting = settings.get(key);
    return setting == null || setting.value().isBlank() ? null : setting;
  }

  /** The refusal of a key's setting; {@code key} may be unset, then a default is at fault. */
  InvalidWorkloadException refuse(String key, String sentence) {
    PropertySetting setting = settings.get(key);
    return setting != null
        ? setting.refuse(sentence)
        : new InvalidWorkloadException(key + ": " + sentence);
  }

  String text(String key, String otherwise) {
    PropertySetting setting = setting(key);
    return setting == null ? otherwise : setting.value().strip();
  }

  long whole(String key, long otherwise, long least, long most) {
    PropertySetting setting = setting(key);
    if (setting == null) {
      return otherwise;
    }
    String text = setting.value().strip();
    try {
      long value = Long.parseLong(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Refused below, together with numbers out of range.
    }
    throw setting.refuse(
        "\""
            + text
            + "\" is not a whole number "
            + (most == Long.MAX_VALUE || most == Integer.MAX_VALUE
                ? "of at least " + least
                : "from " + least + " to " + most)
            + "; write one without separators.");
  }

  int integer(String key, int otherwise, int least, int most) {
    return (int) whole(key, otherwise, least, most);
  }

  /** A decimal; {@code range} says in words which are allowed, {@code allowed} decides. */
  double decimal(String key, double otherwise, String range, DoublePredicate allowed) {
    PropertySetting setting = setting(key);
    if (setting == null) {
      return otherwise;
    }
    String text = setting.value().strip();
    // Double.parseDouble also takes hexadecimal forms and trailing letters, which nobody means.
    if (text.matches("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?")) {
      double value = Double.parseDouble(text);
      if (Double.isFinite(value) && allowed.test(value)) {
        return value;
      }
    }
    throw setting.refuse(
        "\"" + text + "\" is not a number " + range + "; write one such as " + otherwise + ".");
  }

  boolean truth(String key, boolean otherwise) {
    return word(key, otherwise ? "true" : "false", "true", "false").equals("true");
  }

  /** One of the words, which are compared without regard to upper and lower case. */
  String word(String key, String otherwise, String... words) {
    PropertySetting setting = setting(key);
    if (setting == null) {
      return otherwise;
    }
    String text = setting.value().strip();
    for (String word : words) {
      if (word.equalsIgnoreCase(text)) {
        return word;
      }
    }
    throw setting.refuse(
        "\""
            + text
            + "\" is not one of "
            + String.join(", ", words)
            + "."
            + Suggestions.didYouMean(text, List.of(words)));
  }
}
