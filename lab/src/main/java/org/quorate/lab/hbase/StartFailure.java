package org.quorate.lab.hbase;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says in one sentence why a process of an HBase cluster ended while it was starting. */
final class StartFailure {
  /** Where HBase and ZooKeeper tell what is at fault, the most telling first. */
  private static final List<Pattern> FAULTS =
      List.of(
          Pattern.compile("\\*{5} ABORTING (?:region server|master) [^ ]+: (.+?)(?: \\*{5})?$"),
          Pattern.compile("^Caused by: (.+)"),
          Pattern.compile("OutOfMemoryError: (.+)"),
          Pattern.compile("^(?:Error|Fatal error): (.+)"),
          Pattern.compile(
              "^(?:Exception in thread \"[^\"]*\" )?"
                  + "(?:[\\w$]+\\.)+[\\w$]*(?:Exception|Error): (.+)"),
          Pattern.compile("^(?:FATAL|ERROR) .*? - (.+)"));

  private StartFailure() {}

  /** What the log says is at fault. */
  static String reason(List<String> lines) {
    for (Pattern fault : FAULTS) {
      for (String line : lines) {
        Matcher found = fault.matcher(line);
        if (found.find()) {
          return sentence(found.group(1).strip());
        }
      }
    }
    return "its log says why.";
  }

  private static String sentence(String fault) {
    return fault.endsWith(".") ? fault : fault + ".";
  }
}
