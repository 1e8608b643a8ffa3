package org.quorate.lab.engine;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Where the processes of one kind of store listen. Each has an address of its own, so that all
 * nodes share the numbers of their ports.
 *
 * @param storage where nodes listen for one another
 * @param client where nodes listen for clients; may be the same port, and then clients are relayed
 *     wherever other nodes are
 * @param services what each cluster needs beside its nodes, in the order of their start
 */
public record StorePorts(int storage, int client, List<Service> services) {
  /** More services than this do not fit one address block. */
  public static final int MAXIMUM_SERVICES = 7;

  public StorePorts {
    services = List.copyOf(services);
    Set<String> names = new HashSet<>();
    if (services.size() > MAXIMUM_SERVICES
        || !services.stream().allMatch(service -> names.add(service.name()))) {
      throw new IllegalArgumentException(
          "A store can have up to "
              + MAXIMUM_SERVICES
              + " services of different names, not "
              + services
              + ".");
    }
  }

  /** The ports of a store whose clusters consist of nodes alone. */
  public static StorePorts of(int storage, int client) {
    return new StorePorts(storage, client, List.of());
  }

  /** Whether nodes listen for clients and for one another at one place. */
  public boolean shared() {
    return storage == client;
  }
}
