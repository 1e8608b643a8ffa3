package org.quorate.lab.link.relay;

import java.nio.channels.SelectionKey;

/** What a selection key of the relay stands for. Called by the relay's thread alone. */
@FunctionalInterface
interface Ready {
  /** The operating system says that something can be done. Deals with its own failures. */
  void ready(SelectionKey key);
}
