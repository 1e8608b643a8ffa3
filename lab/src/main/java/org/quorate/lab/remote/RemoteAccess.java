package org.quorate.lab.remote;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Login;
import org.quorate.cassandra.jmx.ManagementAccess;
import org.quorate.cassandra.jmx.ManagementAddresses;
import org.quorate.lab.store.cassandra.ConnectionSettings;
import org.quorate.lab.store.cassandra.ContactPoint;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.RemoteSettings;

/** How the servers of a remote cluster are reached, as a study says it. Stateless. */
final class RemoteAccess {
  private RemoteAccess() {}

  /**
   * Checks everything that can be checked without connecting.
   *
   * @throws BackendException for the first fault
   */
  static void check(RemoteSettings remote) throws BackendException {
    addresses(remote.contactPoints());
    addresses(remote.hotNodes());
    requireReadable(remote.driverConfiguration(), "driver-config");
    requireReadable(remote.managementLogin(), "management-login");
    parse(remote);
  }

  private static void requireReadable(@Nullable Path file, String key) throws BackendException {
    if (file != null && !Files.isReadable(file)) {
      throw new BackendException(
          "The file "
              + file
              + " cannot be read; correct remote: "
              + key
              + ", which is a path from the study file's folder.");
    }
  }

  static ConnectionSettings connection(RemoteSettings remote) throws BackendException {
    return ConnectionSettings.of(addresses(remote.contactPoints()), remote.driverConfiguration())
        .withLocalDataCenter(remote.localDataCenter());
  }

  /** Where nodes listen for JMX; empty where that is not said. */
  static Optional<ManagementAddresses> management(RemoteSettings remote) throws BackendException {
    Optional<ManagementAddresses> parsed = parse(remote);
    if (parsed.isEmpty()) {
      return parsed;
    }
    ManagementAccess access = parsed.get().access();
    Path login = remote.managementLogin();
    if (login != null) {
      try {
        access = access.withLogin(Login.read(login));
      } catch (IOException e) {
        throw new BackendException(String.valueOf(e.getMessage()), e);
      }
    }
    if (remote.managementEncryption()) {
      access = access.withEncryption();
    }
    return Optional.of(new ManagementAddresses(access, parsed.get().named()));
  }

  private static Optional<ManagementAddresses> parse(RemoteSettings remote)
      throws BackendException {
    String management = remote.management();
    if (management == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(ManagementAddresses.parse(management));
    } catch (IllegalArgumentException e) {
      throw new BackendException("In remote: management, " + e.getMessage(), e);
    }
  }

  private static List<InetSocketAddress> addresses(List<String> texts) throws BackendException {
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (String text : texts) {
      try {
        addresses.add(ContactPoint.parse(text));
      } catch (IllegalArgumentException e) {
        throw new BackendException("In remote, " + e.getMessage(), e);
      }
    }
    return addresses;
  }
}
