package org.quorate.lab.engine;

import java.net.InetSocketAddress;

/** A process of a running cluster that is no node; see {@link Service}. */
public interface RunningService extends RunningProcess {
  /** Where it listens for nodes and clients. */
  InetSocketAddress address();

  /** The number of the node on whose host it is taken to run. */
  int besideNode();
}
