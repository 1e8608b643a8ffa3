package org.quorate.lab.engine;

import java.util.List;
import java.util.OptionalInt;

/** Is told of nodes that end though nobody asked them to. */
@FunctionalInterface
public interface NodeListener {
  /**
   * Called once per death, on a thread of the engine; must return soon.
   *
   * @param exitStatus the process's exit status, where this process is its parent
   * @param lastLogLines the last lines of the node's log, oldest first
   */
  void onNodeDied(RunningNode node, OptionalInt exitStatus, List<String> lastLogLines);
}
