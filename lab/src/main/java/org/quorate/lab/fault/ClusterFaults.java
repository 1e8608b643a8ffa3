package org.quorate.lab.fault;

import java.util.List;
import org.quorate.study.backend.BackendException;
import org.quorate.study.fault.Fault;
import org.quorate.study.fault.FaultEvent;
import org.quorate.study.progress.Progress;

/** What does faults to one cluster in one run, and undoes them afterwards. */
public interface ClusterFaults {
  /**
   * Has the cluster be as a time line finds it at its beginning, such as without a server that it
   * adds. Once, before anything is brought about.
   *
   * @param events the whole time line
   * @throws BackendException when that cannot be reached
   */
  void prepare(List<FaultEvent> events) throws BackendException, InterruptedException;

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
