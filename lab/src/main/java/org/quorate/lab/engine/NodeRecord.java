package org.quorate.lab.engine;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.process.ProcessIdentity;

/**
 * What is written down of one node.
 *
 * @param command the program that the node is, and its arguments; empty until it is known
 * @param process its process, or null while it has none
 * @param state what its launcher knew last; the process may have ended since
 */
public record NodeRecord(
    NodeAddresses addresses,
    List<String> command,
    @Nullable ProcessIdentity process,
    NodeState state) {
  public NodeRecord {
    command = List.copyOf(command);
  }

  /** The same node with a command. */
  public NodeRecord with(List<String> newCommand) {
    return new NodeRecord(addresses, newCommand, process, state);
  }

  /** The same node with another process, in another state. */
  public NodeRecord with(@Nullable ProcessIdentity newProcess, NodeState newState) {
    return new NodeRecord(addresses, command, newProcess, newState);
  }
}
