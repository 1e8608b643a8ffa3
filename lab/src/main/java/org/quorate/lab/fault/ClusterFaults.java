package org.quorate.lab.fault;

import org.quorate.study.backend.BackendException;
import org.quorate.study.fault.Fault;
import org.quorate.study.progress.Progress;

/** What does faults to one cluster in one run, and undoes them afterwards. */
public interface ClusterFaults {
  /**
   * Brings a fault about; ends when it is in effect. Any thread; at most one at a time for the same
   * server, for links, and for hints. What is done to the load is not its matter, and ignored.
   *
   * @throws BackendException when it cannot be brought about
   */
  void bringAbout(Fault fault) throws BackendException, InterruptedException;

  /**
   * Undoes all faults: every server runs and is found by all others, links and settings are as they
   * were, nothing is on its way to a replica any more, and every replica has the newest version of
   * every row. One thread, when nothing is being brought about.
   *
   * @throws BackendException when that cannot be reached, with what stands in its way
   */
  void makeWhole(Progress progress) throws BackendException, InterruptedException;
}
