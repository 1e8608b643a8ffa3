package org.quorate.power.linux;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One line of {@code perf stat -I 1000 -x,}, such as
 *
 * <pre>
 *      1.001048308,19.63,Joules,power/energy-pkg/,2002406532,100.00,,
 *      1.001048308,&lt;not supported&gt;,Joules,power/energy-ram/,0,100.00,,
 * </pre>
 *
 * The value is the energy of the interval that ended at that time. It is looked for left of the
 * event's name, since some versions put more columns before it.
 *
 * @param seconds since perf began
 * @param event such as {@code energy-pkg}
 * @param joules of this interval; empty where perf has none
 * @param supported whether the machine has this counter at all
 */
record PerfLine(double seconds, String event, OptionalDouble joules, boolean supported) {
  private static final String PMU = "power/";

  /** Reads a line; empty for one that is about something else, such as a warning. */
  static Optional<PerfLine> read(String line) {
    String[] fields = line.strip().split(",", -1);
    for (int i = 3; i < fields.length; i++) {
      String field = fields[i].strip();
      if (field.startsWith(PMU) && field.endsWith("/")) {
        OptionalDouble seconds = number(fields[0]);
        if (seconds.isEmpty()) {
          return Optional.empty();
        }
        String value = fields[i - 2].strip();
        boolean joules = fields[i - 1].strip().equals("Joules");
        return Optional.of(
            new PerfLine(
                seconds.getAsDouble(),
                field.substring(PMU.length(), field.length() - 1),
                joules ? number(value) : OptionalDouble.empty(),
                !value.equals("<not supported>")));
      }
    }
    return Optional.empty();
  }

  private static OptionalDouble number(String text) {
    try {
      double value = Double.parseDouble(text.strip());
      return value >= 0 && Double.isFinite(value)
          ? OptionalDouble.of(value)
          : OptionalDouble.empty();
    } catch (NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }
}
