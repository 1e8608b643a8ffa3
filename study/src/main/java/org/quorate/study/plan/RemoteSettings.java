package org.quorate.study.plan;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a cluster that exists already is reached, and what may be left on it. Passwords are in files
 * that these settings name.
 *
 * @param contactPoints {@code HOST} or {@code HOST:PORT}; empty where the driver's configuration
 *     names them
 * @param localDataCenter whose nodes coordinate requests
 * @param driverConfiguration a file in the driver's format with what encryption and authentication
 *     need, or null
 * @param management where nodes listen for JMX: a port, a template, or {@code NODE=HOST:PORT} for
 *     each node; null where they cannot be asked
 * @param managementLogin a file with one line {@code user:password}, or null where JMX wants none
 * @param managementEncryption whether the registry of JMX addresses is reached by TLS too
 * @param keyspace of the study's tables, in lower case
 * @param keepTables whether the tables stay when the study is over
 * @param changeServers whether settings of servers may be changed that cannot be set back to what
 *     they were
 * @param hotNodes addresses of the nodes of the hot pool; empty where all nodes are alike
 * @param hosts names of computers to the addresses of the nodes on them; empty where each node is
 *     on a computer of its own, named by its address
 * @param loadHosts names of load hosts to the command, a program and its arguments, that starts the
 *     one of that name; empty where the study's own process sends the load
 */
public record RemoteSettings(
    List<String> contactPoints,
    String localDataCenter,
    @Nullable Path driverConfiguration,
    @Nullable String management,
    @Nullable Path managementLogin,
    boolean managementEncryption,
    String keyspace,
    boolean keepTables,
    boolean changeServers,
    List<String> hotNodes,
    Map<String, List<String>> hosts,
    Map<String, List<String>> loadHosts) {
  /** The name of the backend that these settings are for. */
  public static final String BACKEND = "remote";

  /** The keyspace where a study names none. */
  public static final String DEFAULT_KEYSPACE = "quorate_study";

  /** Copies the collections. */
  public RemoteSettings {
    contactPoints = List.copyOf(contactPoints);
    hotNodes = List.copyOf(hotNodes);
    hosts = copy(hosts);
    loadHosts = copy(loadHosts);
  }

  private static Map<String, List<String>> copy(Map<String, List<String>> lists) {
    Map<String, List<String>> copy = new LinkedHashMap<>();
    lists.forEach((name, list) -> copy.put(name, List.copyOf(list)));
    return Collections.unmodifiableMap(copy);
  }
}
