package org.quorate.cli.console;

import java.util.LinkedHashMap;
import java.util.Map;

/** What the exit status of every command means. */
public final class ExitStatus {
  /** Done, and what was asked for holds. */
  public static final int OK = 0;

  /** It ran, but something that was asked for does not hold: a check, or a study's requirement. */
  public static final int NOT_HELD = 1;

  /** Wrong usage or wrong input: an option, a study file, a properties file, a history. */
  public static final int WRONG_INPUT = 2;

  /** The machine cannot do it: memory, disk, ports, Java, a contact point that does not answer. */
  public static final int ENVIRONMENT = 3;

  /**
   * Stopped by Ctrl-C, with everything recorded so far kept. Java gives this status by itself on
   * SIGINT, and 143 on SIGTERM, as a shell would.
   */
  public static final int INTERRUPTED = 130;

  /** A bug in Quorate. */
  public static final int BUG = 70;

  private ExitStatus() {}

  /** Status to meaning, for the help of the commands. */
  public static Map<String, String> meanings() {
    Map<String, String> meanings = new LinkedHashMap<>();
    meanings.put("  0", "done, and what was asked for holds");
    meanings.put("  1", "done, but a check or an expectation of the study does not hold");
    meanings.put("  2", "wrong usage or wrong input; nothing was started");
    meanings.put("  3", "this machine cannot do it (memory, disk, ports, Java, network)");
    meanings.put(" 70", "a bug in Quorate");
    meanings.put("130", "stopped by Ctrl-C (143: by SIGTERM); what was recorded is kept");
    return meanings;
  }
}
