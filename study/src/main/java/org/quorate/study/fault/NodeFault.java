package org.quorate.study.fault;

import java.util.Locale;

/**
 * Something done to the process of one server.
 *
 * @param deed what is done
 * @param node its number, from 1
 */
public record NodeFault(Deed deed, int node) implements Fault {
  /** What can be done to a server. */
  public enum Deed {
    /** The process ends at once, with nothing said to anybody. */
    KILL,
    /** The process is asked to end, and takes leave of the others. */
    STOP,
    /** A process that has ended begins again with the data it had. */
    START,
    /** Stopped, and started at once. */
    RESTART,
    /** The process stands still: its connections stay open, and nothing answers. */
    PAUSE,
    /** A process that stands still goes on. */
    RESUME;

    /** The word of study files. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The name of a server of this number, as engines and results call it. */
  public static String name(int node) {
    return "node" + node;
  }

  @Override
  public String kind() {
    return deed.text();
  }

  @Override
  public String target() {
    return name(node);
  }
}
