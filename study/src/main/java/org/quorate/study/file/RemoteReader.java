package org.quorate.study.file;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.core.text.SecretNames;
import org.quorate.study.plan.RemoteSettings;

/** Reads the {@code remote} section. Stateless. */
final class RemoteReader {
  /** Commands to be run, which a study file may not have. */
  private static final String LOAD_HOSTS = "load-hosts";

  private static final String SECTION = "remote";

  private static final int MOST_LOAD_HOSTS = 64;

  private RemoteReader() {}

  /**
   * The settings, or null where the study's own backend starts its clusters.
   *
   * @param folder that files are named from
   */
  static @Nullable RemoteSettings read(Section study, String backend, Path folder)
      throws StudyFileException {
    Entry entry = study.find(SECTION);
    if (!backend.equals(RemoteSettings.BACKEND)) {
      if (entry != null) {
        throw entry.refuse(
            "the backend "
                + backend
                + " starts its clusters; write backend: remote, or remove it.");
      }
      return null;
    }
    if (entry == null) {
      throw study
          .self()
          .refuse(
              "the backend remote needs to know where the cluster is; write remote:"
                  + " {contact-points: […], local-data-center: …}.");
    }
    refuseSecrets(entry);
    Section remote =
        entry.section(
            "contact-points",
            "local-data-center",
            "driver-config",
            "management",
            "management-login",
            "management-encryption",
            "keyspace",
            "keep-tables",
            "change-servers",
            "hot-nodes",
            "hosts",
            LOAD_HOSTS);
    RemoteSettings settings =
        new RemoteSettings(
            texts(remote.find("contact-points")),
            remote.required("local-data-center").value().text(),
            file(remote.find("driver-config"), folder),
            management(remote.find("management")),
            file(remote.find("management-login"), folder),
            remote.value("management-encryption", "false").yesOrNo(),
            remote.value("keyspace", RemoteSettings.DEFAULT_KEYSPACE).as(RemoteReader::keyspace),
            remote.value("keep-tables", "true").yesOrNo(),
            remote.value("change-servers", "false").yesOrNo(),
            texts(remote.find("hot-nodes")),
            hosts(remote.find("hosts")),
            loadHosts(remote.find(LOAD_HOSTS)));
    if (settings.contactPoints().isEmpty() && settings.driverConfiguration() == null) {
      throw entry.refuse(
          "it does not say where the cluster is; write contact-points: [HOST, …], or name a"
              + " driver-config that has them.");
    }
    if (settings.management() == null) {
      for (String key : List.of("management-login", "management-encryption")) {
        Entry without = remote.find(key);
        if (without != null) {
          throw without.refuse("it belongs to management, which the study does not have.");
        }
      }
    }
    return settings;
  }

  private static void refuseSecrets(Entry entry) throws StudyFileException {
    for (Map.Entry<String, Entry> each : entry.entries().entrySet()) {
      if (SecretNames.isSecret(each.getKey())) {
        throw each.getValue()
            .refuse(
                "a study file holds no logins; put it into a file in the driver's format, and name"
                    + " that by driver-config.");
      }
    }
  }

  private static List<String> texts(@Nullable Entry entry) throws StudyFileException {
    return entry == null ? List.of() : entry.values().stream().map(Value::text).toList();
  }

  private static @Nullable Path file(@Nullable Entry entry, Path folder) throws StudyFileException {
    if (entry == null) {
      return null;
    }
    return entry
        .value()
        .as(
            text -> {
              try {
                return folder.resolve(text).normalize();
              } catch (InvalidPathException e) {
                throw new IllegalArgumentException(
                    "\"" + text + "\" is not the name of a file.", e);
              }
            });
  }

  /** A mapping of nodes to addresses becomes what the command line has for it. */
  private static @Nullable String management(@Nullable Entry entry) throws StudyFileException {
    if (entry == null) {
      return null;
    }
    if (!entry.isMapping()) {
      return entry.value().text();
    }
    List<String> addresses = new ArrayList<>();
    for (Map.Entry<String, Entry> node : entry.entries().entrySet()) {
      addresses.add(node.getKey() + "=" + node.getValue().value().text());
    }
    return String.join(",", addresses);
  }

  private static String keyspace(String text) {
    if (!text.matches("[a-z][a-z0-9_]{0,47}")) {
      throw new IllegalArgumentException(
          "\""
              + text
              + "\" is no name of a keyspace here; take up to 48 small letters, digits and _, a"
              + " letter first.");
    }
    return text;
  }

  /**
   * Refuses commands in a study file, which may come from anybody.
   *
   * @param remote the section of the study itself; null where it has none
   */
  static void refuseCommands(@Nullable Entry remote) throws StudyFileException {
    Entry commands =
        remote == null || !remote.isMapping() ? null : remote.entries().get(LOAD_HOSTS);
    if (commands != null) {
      throw commands.refuse(
          "commands are run only where a file of your own names them, since a study file may come"
              + " from anybody; move backend and remote to such a file, and name it by --on.");
    }
  }

  /** Load hosts and the command that starts each; none where there is no entry. */
  private static Map<String, List<String>> loadHosts(@Nullable Entry entry)
      throws StudyFileException {
    Map<String, List<String>> hosts = new LinkedHashMap<>();
    if (entry == null) {
      return hosts;
    }
    for (Map.Entry<String, Entry> host : entry.entries().entrySet()) {
      if (!host.getKey().matches("[A-Za-z0-9][A-Za-z0-9_-]{0,62}")) {
        throw host.getValue()
            .refuse("a load host is named by up to 63 letters, digits, _ and -, such as load1.");
      }
      List<String> command = texts(host.getValue());
      if (command.isEmpty() || command.get(0).isEmpty()) {
        throw host.getValue().refuse("a load host is started by a program and its arguments.");
      }
      hosts.put(host.getKey(), command);
    }
    if (hosts.isEmpty() || hosts.size() > MOST_LOAD_HOSTS) {
      throw entry.refuse(
          "there are 1 to "
              + MOST_LOAD_HOSTS
              + " load hosts; write one as load1: [ssh, load1, quorate, load-host].");
    }
    return hosts;
  }

  /** Hosts and the addresses of the nodes on each; none where there is no entry. */
  static Map<String, List<String>> hosts(@Nullable Entry entry) throws StudyFileException {
    Map<String, List<String>> hosts = new LinkedHashMap<>();
    if (entry == null) {
      return hosts;
    }
    Map<String, String> known = new LinkedHashMap<>();
    for (Map.Entry<String, Entry> host : entry.entries().entrySet()) {
      for (Value node : host.getValue().values()) {
        String other = known.put(PlainAddress.of(node.text()), host.getKey());
        if (other != null) {
          throw node.refuse("the node " + node.text() + " is on " + other + " already.");
        }
      }
      hosts.put(host.getKey(), texts(host.getValue()));
    }
    if (hosts.isEmpty()) {
      throw entry.refuse("there is no host; write one, such as web1: [10.0.0.5].");
    }
    return hosts;
  }
}
