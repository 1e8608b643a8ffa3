package org.quorate.power.ipmi;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.quorate.power.MeterException;

/**
 * What {@code ipmitool dcmi power reading} prints. The whole text is searched, since versions
 * differ in which items share a line: from 1.8.19 on, time stamp and sampling period do.
 *
 * <p>The state is no reason to refuse: OpenBMC says "deactivated", and the year 1970, beside true
 * watts. The time stamp is not used: it has whole seconds of a clock that is often wrong.
 *
 * @param watts now
 * @param isActive what the controller says about the measurement
 */
record DcmiAnswer(int watts, boolean isActive) {
  /** What the protocol's sixteen bits hold at most; controllers answer it for "unknown". */
  private static final int UNKNOWN = 0xFFFF;

  private static final Pattern NOW =
      Pattern.compile("Instantaneous\\s+power\\s+reading\\s*:\\s*(-?\\d{1,9})\\s*Watts");
  private static final Pattern STATE =
      Pattern.compile("Power\\s+reading\\s+state\\s+is\\s*:\\s*(\\w+)");
  private static final Pattern FAILURE =
      Pattern.compile("DCMI request failed because:?\\s*([^\\r\\n]+)");

  /**
   * Reads it.
   *
   * @throws MeterException if there are no watts in it, or such as no running host draws
   */
  static DcmiAnswer parse(String text) throws MeterException {
    Matcher now = NOW.matcher(text);
    if (!now.find()) {
      throw new MeterException(
          failure(text)
              .map(why -> "The controller has no DCMI power reading: " + why + ".")
              .orElse("ipmitool printed no power reading: " + Ipmitool.firstLine(text) + "."));
    }
    int watts = Integer.parseInt(now.group(1));
    if (watts <= 0 || watts >= UNKNOWN) {
      throw new MeterException(
          "The controller says "
              + watts
              + " W, which no running host draws; its power reading does not work.");
    }
    Matcher state = STATE.matcher(text);
    return new DcmiAnswer(watts, state.find() && state.group(1).equals("activated"));
  }

  /** The reason in a text by which the controller says that it has no such reading. */
  static Optional<String> failure(String text) {
    Matcher failure = FAILURE.matcher(text);
    return failure.find() ? Optional.of(failure.group(1).strip()) : Optional.empty();
  }
}
