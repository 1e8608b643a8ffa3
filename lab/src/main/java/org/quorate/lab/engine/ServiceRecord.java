package org.quorate.lab.engine;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.process.ProcessIdentity;

/**
 * What is written down of one service.
 *
 * @param address where it listens
 * @param command the program that the service is, and its arguments; empty until it is known
 * @param process its process, or null while it has none
 * @param state what its launcher knew last; the process may have ended since
 */
public record ServiceRecord(
    Service service,
    InetSocketAddress address,
    List<String> command,
    @Nullable ProcessIdentity process,
    NodeState state) {
  public ServiceRecord {
    command = List.copyOf(command);
  }

  public String name() {
    return service.name();
  }

  /** All places where it listens, the first of which is its address. */
  List<InetSocketAddress> addresses() {
    return Stream.concat(
            Stream.of(address),
            service.furtherPorts().stream()
                .map(port -> new InetSocketAddress(address.getAddress(), port)))
        .toList();
  }

  /** The same service with a command. */
  public ServiceRecord with(List<String> newCommand) {
    return new ServiceRecord(service, address, newCommand, process, state);
  }

  /** The same service with another process, in another state. */
  public ServiceRecord with(@Nullable ProcessIdentity newProcess, NodeState newState) {
    return new ServiceRecord(service, address, command, newProcess, newState);
  }
}
