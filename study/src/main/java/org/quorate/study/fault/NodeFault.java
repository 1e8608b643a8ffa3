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
    RESUME,
    /**
     * A server that is no member of the ring, with nothing on its disk, joins it: others stream it
     * what it is a replica of from now on (bootstrap). Where a time line does this first, the
     * server has left the ring before the run.
     */
    ADD,
    /** A member streams what it has to others, leaves the ring, and ends (decommission). */
    REMOVE;

    /** Whether the server is a new process once the cluster is whole again. */
    public boolean renewsProcess() {
      return this != PAUSE && this != RESUME;
    }

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
