package org.quorate.cli.agent;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Login;
import org.quorate.cassandra.jmx.ManagementAddresses;
import org.quorate.cassandra.monitor.prometheus.PrometheusSource;
import org.quorate.cli.observe.NodeSources;
import org.quorate.cli.observe.ObservationLimits;
import org.quorate.cli.observe.ObservedEnergy;
import org.quorate.cli.observe.ObservedKeyspace;
import org.quorate.cli.observe.PropagationOption;
import org.quorate.core.level.Level;
import org.quorate.core.quantity.Durations;
import org.quorate.lab.store.cassandra.ConnectionSettings;
import org.quorate.lab.store.cassandra.ContactPoint;
import org.quorate.power.MeterException;
import org.quorate.study.file.Entry;
import org.quorate.study.file.MetersFile;
import org.quorate.study.file.Section;
import org.quorate.study.file.StudyFileException;
import org.quorate.study.file.Texts;
import org.quorate.study.file.Value;
import org.quorate.study.file.YamlReader;

/** Reads the file of an agent. Paths in it are taken from the folder that it is in. */
final class AgentFile {
  /** Beyond it a cluster would be away for more than half an hour before anybody is told. */
  private static final Duration LONGEST_INTERVAL = Duration.ofMinutes(10);

  /** Prometheus takes a series that is silent for five minutes to be gone. */
  private static final Duration LONGEST_SENDING_INTERVAL = Duration.ofMinutes(1);

  static final int DEFAULT_PORT = 9500;
  private static final int MOST_DAYS = 36_500;
  private static final String ALL = "all";

  /** How a file that the agent's file names is read. */
  private interface FileReader<T> {
    /**
     * @throws IOException if it is of another form or others may read it; the message is one
     *     sentence
     */
    T read(Path file) throws IOException;
  }

  private final Path file;
  private final Section document;

  private AgentFile(Path file, Section document) {
    this.file = file;
    this.document = document;
  }

  /**
   * What a file says.
   *
   * @throws StudyFileException for the first fault; the message has file, line and key
   * @throws IOException if it, or a file of a login at the nodes, cannot be read; the message is
   *     one sentence
   */
  static AgentSettings read(Path file) throws StudyFileException, IOException {
    Section document =
        YamlReader.read(file, "file of an agent")
            .section(
                "contact-points",
                "driver-config",
                "local-data-center",
                "keyspaces",
                "interval",
                "write-level",
                "propagation",
                "allow-changes",
                "keys",
                "sample-keys",
                "jmx",
                "jmx-login",
                "jmx-encryption",
                "prometheus",
                "prometheus-login",
                "meters",
                "publish",
                "history",
                "page",
                "otlp");
    return new AgentFile(file, document).settings();
  }

  private AgentSettings settings() throws StudyFileException, IOException {
    Section history = document.required("history").section("directory", "keep");
    Value keep = history.value("keep", "400d");
    Entry keys = document.find("keys");
    OptionalLong spread =
        keys == null
            ? OptionalLong.empty()
            : OptionalLong.of(keys.value().wholeNumber(1, Long.MAX_VALUE));
    Entry publish = document.find("publish");
    NodeSources sources = sources();
    return new AgentSettings(
        connection(),
        keyspaces(document.required("keyspaces")),
        sources,
        interval(document.value("interval", "10s"), LONGEST_INTERVAL),
        level(document.find("write-level")),
        propagation(),
        spread,
        (int)
            document.value("sample-keys", "0").wholeNumber(0, ObservationLimits.MOST_SAMPLED_KEYS),
        meters(document.find("meters"), sources),
        publish == null ? Optional.empty() : Optional.of(AgentPublication.read(publish, spread)),
        path(history.required("directory").value()),
        (int) Math.min(MOST_DAYS, atLeast(keep, Duration.ofDays(1)).toDays()),
        page(),
        collector());
  }

  private ConnectionSettings connection() throws StudyFileException {
    List<InetSocketAddress> points = new ArrayList<>();
    Entry named = document.find("contact-points");
    if (named != null) {
      for (Value point : named.values()) {
        points.add(point.as(ContactPoint::parse));
      }
    }
    Path driver = existing(document.find("driver-config"));
    if (points.isEmpty() && driver == null) {
      throw document
          .self()
          .refuse(
              "it is not said where the cluster is; write contact-points, or driver-config with"
                  + " the name of a file that has some.");
    }
    Entry center = document.find("local-data-center");
    return ConnectionSettings.of(points, driver)
        .withLocalDataCenter(center == null ? null : center.value().text());
  }

  private static Map<String, List<String>> keyspaces(Entry entry) throws StudyFileException {
    Map<String, List<String>> keyspaces = new LinkedHashMap<>();
    for (Map.Entry<String, Entry> each : entry.entries().entrySet()) {
      Entry named = each.getValue();
      CqlIdentifier name =
          new Value(named.file(), named.line(), named.key(), each.getKey())
              .as(ObservedKeyspace::keyspaceName);
      if (keyspaces.put(name.asCql(true), tables(name, named)) != null) {
        throw named.refuse("this keyspace is named twice; name it once, with all its tables.");
      }
    }
    if (keyspaces.isEmpty()) {
      throw entry.refuse("no keyspace is named; write one as in shop: all.");
    }
    return keyspaces;
  }

  private static List<String> tables(CqlIdentifier keyspace, Entry named)
      throws StudyFileException {
    List<Value> values = named.values();
    if (values.size() == 1 && values.get(0).text().equals(ALL)) {
      return List.of();
    }
    Set<String> tables = new LinkedHashSet<>();
    for (Value value : values) {
      tables.add(value.as(text -> ObservedKeyspace.tableName(keyspace, text)).asCql(true));
    }
    return List.copyOf(tables);
  }

  private NodeSources sources() throws StudyFileException, IOException {
    Entry jmx = document.find("jmx");
    Entry prometheus = document.find("prometheus");
    for (String needy : List.of("jmx-login", "jmx-encryption", "prometheus-login")) {
      Entry entry = document.find(needy);
      String needed = needy.substring(0, needy.indexOf('-'));
      if (entry != null && document.find(needed) == null) {
        throw entry.refuse("this needs " + needed + " too.");
      }
    }
    if (jmx != null) {
      var unused = jmx.value().as(ManagementAddresses::parse);
    }
    if (prometheus != null) {
      var unused = prometheus.value().as(PrometheusSource::template);
    }
    return NodeSources.of(
        jmx == null ? null : jmx.value().text(),
        existing(document.find("jmx-login")),
        document.value("jmx-encryption", "no").yesOrNo(),
        prometheus == null ? null : prometheus.value().text(),
        existing(document.find("prometheus-login")));
  }

  private Optional<MetersFile> meters(@Nullable Entry entry, NodeSources sources)
      throws StudyFileException, IOException {
    Path path = existing(entry);
    if (entry == null || path == null) {
      return Optional.empty();
    }
    MetersFile meters = MetersFile.read(path);
    try {
      ObservedEnergy.check(meters, System.getenv(), sources.access());
      return Optional.of(meters);
    } catch (MeterException unusable) {
      throw entry.refuse(String.valueOf(unusable.getMessage()));
    }
  }

  private String propagation() throws StudyFileException {
    boolean mayChange = document.value("allow-changes", "no").yesOrNo();
    return document
        .value("propagation", PropagationOption.DEFAULT)
        .as(
            text -> {
              PropagationOption.check("", text, mayChange, document.find("jmx") != null);
              return text;
            });
  }

  private static @Nullable Level level(@Nullable Entry entry) throws StudyFileException {
    return entry == null ? null : entry.value().as(Texts::level);
  }

  // A page has one address, whichever of a name's comes first.
  @SuppressWarnings("AddressSelection")
  private AgentSettings.Page page() throws StudyFileException {
    Entry entry = document.find("page");
    if (entry == null) {
      return new AgentSettings.Page(new InetSocketAddress("127.0.0.1", DEFAULT_PORT), null, null);
    }
    Section page = entry.section("address", "port", "tls", "login-file");
    Entry login = page.find("login-file");
    Entry tls = page.find("tls");
    InetSocketAddress address =
        new InetSocketAddress(
            page.value("address", "127.0.0.1").text(),
            (int) page.value("port", String.valueOf(DEFAULT_PORT)).wholeNumber(0, 65_535));
    try {
      return new AgentSettings.Page(
          address,
          login == null ? null : read(login, Login::read),
          tls == null ? null : encryption(tls.section("keystore", "password-file")));
    } catch (IllegalArgumentException open) {
      throw entry.refuse(String.valueOf(open.getMessage()));
    }
  }

  private @Nullable Collector collector() throws StudyFileException {
    Entry entry = document.find("otlp");
    if (entry == null) {
      return null;
    }
    Section otlp = entry.section("endpoint", "headers-file", "trusted-certificates", "interval");
    Entry headers = otlp.find("headers-file");
    Entry trusted = otlp.find("trusted-certificates");
    URI endpoint = otlp.required("endpoint").value().as(Collector::endpoint);
    Duration interval = interval(otlp.value("interval", "60s"), LONGEST_SENDING_INTERVAL);
    Map<String, String> sent = headers == null ? Map.of() : read(headers, Collector::readHeaders);
    String certificates = trusted == null ? "" : read(trusted, Collector::readCertificates);
    try {
      return new Collector(endpoint, sent, certificates, interval);
    } catch (IllegalArgumentException unsafe) {
      throw entry.refuse(String.valueOf(unsafe.getMessage()));
    }
  }

  private SSLContext encryption(Section tls) throws StudyFileException {
    Entry keystore = tls.required("keystore");
    String password = read(tls.required("password-file"), Login::readPassword);
    return PageKeys.read(keystore, path(keystore.value()), password.toCharArray());
  }

  private <T> T read(Entry entry, FileReader<T> reader) throws StudyFileException {
    Path path = path(entry.value());
    try {
      return reader.read(path);
    } catch (IOException unusable) {
      throw entry.refuse(String.valueOf(unusable.getMessage()));
    }
  }

  private static Duration atLeast(Value value, Duration least) throws StudyFileException {
    Duration duration = value.as(Durations::parse);
    if (duration.compareTo(least) < 0) {
      throw value.refuse("this must be at least " + Durations.format(least) + ".");
    }
    return duration;
  }

  private static Duration interval(Value value, Duration longest) throws StudyFileException {
    Duration interval = atLeast(value, ObservationLimits.SHORTEST_INTERVAL);
    if (interval.compareTo(longest) > 0) {
      throw value.refuse("this must be at most " + Durations.format(longest) + ".");
    }
    return interval;
  }

  private @Nullable Path existing(@Nullable Entry entry) throws StudyFileException {
    if (entry == null) {
      return null;
    }
    Path path = path(entry.value());
    if (!Files.isReadable(path)) {
      throw entry.refuse("the file " + path + " cannot be read.");
    }
    return path;
  }

  private Path path(Value value) throws StudyFileException {
    return value.as(text -> file.toAbsolutePath().resolveSibling(text).normalize());
  }
}
