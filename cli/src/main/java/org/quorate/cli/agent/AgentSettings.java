package org.quorate.cli.agent;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Login;
import org.quorate.cli.observe.NodeSources;
import org.quorate.core.level.Level;
import org.quorate.lab.store.cassandra.ConnectionSettings;
import org.quorate.study.file.MetersFile;

/**
 * What an agent looks at and where it puts what it sees. Immutable.
 *
 * @param keyspaces the tables of each, without its name in front and each once, none for all; names
 *     as CQL has them, in the order of the file
 * @param interval from one reading to the next, from 1 s to 10 min
 * @param writeLevel that tables are written at; null for the usual one
 * @param propagation a source of propagation times, or a time
 * @param keys that the traffic of a table is taken to spread over; empty where not known
 * @param sampledKeys a second; 0 for none
 * @param meters of the hosts; empty where their energy is not asked for
 * @param publication which levels are decided and published; empty for none
 * @param history folder of the history
 * @param keptDays how many days with records are kept, at least 1
 * @param collector whom metrics are sent to; null for nobody
 */
record AgentSettings(
    ConnectionSettings connection,
    Map<String, List<String>> keyspaces,
    NodeSources sources,
    Duration interval,
    @Nullable Level writeLevel,
    String propagation,
    OptionalLong keys,
    int sampledKeys,
    Optional<MetersFile> meters,
    Optional<AgentPublication> publication,
    Path history,
    int keptDays,
    Page page,
    @Nullable Collector collector) {
  AgentSettings {
    keyspaces = Collections.unmodifiableMap(new LinkedHashMap<>(keyspaces));
  }

  /**
   * Where the agent's own page is.
   *
   * @param login for the metrics, with a password; null where everybody may read them
   * @param encryption null for plain HTTP
   */
  record Page(InetSocketAddress address, @Nullable Login login, @Nullable SSLContext encryption) {
    /**
     * @throws IllegalArgumentException if it can be reached from elsewhere without a login or
     *     without encryption, or if the login has no password; the message is one sentence
     */
    Page {
      if (login != null && login.password().isEmpty()) {
        throw new IllegalArgumentException(
            "the login of the page has no password; write one line, user:password, into the file"
                + " that login-file names.");
      }
      boolean isHere = !address.isUnresolved() && address.getAddress().isLoopbackAddress();
      if (!isHere && (login == null || encryption == null)) {
        throw new IllegalArgumentException(
            "a page at "
                + address.getHostString()
                + " can be reached from elsewhere, so it needs both login-file and tls; or leave"
                + " address out, which is 127.0.0.1.");
      }
    }
  }
}
