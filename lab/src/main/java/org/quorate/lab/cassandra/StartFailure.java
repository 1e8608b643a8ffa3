package org.quorate.lab.cassandra;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says in one sentence why a node ended while it was starting. */
final class StartFailure {
  /**
   * As in {@code Invalid yaml. Please remove properties [no_such_key] from your cassandra.yaml}.
   */
  private static final Pattern UNKNOWN_KEYS =
      Pattern.compile("Please remove properties \\[([^]]*)]");

  /** Where Cassandra tells what is at fault, the most telling first. */
  private static final List<Pattern> FAULTS =
      List.of(
          Pattern.compile("encountered during startup: (.+)"),
          Pattern.compile("ConfigurationException: (.+)"),
          Pattern.compile("^(?:Error|Fatal error): (.+)"),
          Pattern.compile("OutOfMemoryError: (.+)"),
          Pattern.compile("^ERROR .* - (.+)"));

  private StartFailure() {}

  /** What the log says is at fault, with what to do about it. */
  static String reason(List<String> lines) {
    for (String line : lines) {
      Matcher unknown = UNKNOWN_KEYS.matcher(line);
      if (unknown.find()) {
        return "Cassandra does not know the setting "
            + unknown.group(1)
            + "; correct the cluster's settings.";
      }
    }
    for (Pattern fault : FAULTS) {
      for (String line : lines) {
        Matcher found = fault.matcher(line);
        if (found.find()) {
          return found.group(1).strip();
        }
      }
    }
    return "its log says why.";
  }
}
