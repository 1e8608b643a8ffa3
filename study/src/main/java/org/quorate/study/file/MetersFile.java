package org.quorate.study.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.core.text.Suggestions;
import org.quorate.study.plan.PowerSettings;

/**
 * A file that says what tells the energy of a cluster's hosts, without a study: the section {@code
 * meters}, written as the one below {@code power} in a study file, or {@code instances} where each
 * node is a virtual machine of a cloud; beside meters {@code hosts}, as below {@code remote} there,
 * and {@code carbon} as there, if wanted. Immutable.
 *
 * @param meters of each host, in the order of the file; empty where there are instances
 * @param instances the instance type of the nodes of each data centre, or of all under the empty
 *     name; empty where there are meters
 * @param hosts addresses of the nodes on hosts; a host that is not named is one node, named by its
 *     address
 * @param carbon what electricity emits; empty where that is not said
 */
public record MetersFile(
    Map<String, List<PowerSettings.Meter>> meters,
    Map<String, String> instances,
    Map<String, List<String>> hosts,
    Optional<PowerSettings.Carbon> carbon) {
  /** Copies the maps. */
  public MetersFile {
    meters = Collections.unmodifiableMap(new LinkedHashMap<>(meters));
    instances = Collections.unmodifiableMap(new LinkedHashMap<>(instances));
    hosts = Collections.unmodifiableMap(new LinkedHashMap<>(hosts));
  }

  /**
   * What a file says.
   *
   * @throws StudyFileException if it is of another form, names a secret, has neither or both of
   *     meters and instances, puts a node on two hosts with meters, or is larger than 256 KiB; the
   *     message has file, line and key
   * @throws IOException if it cannot be read; the message is one sentence
   */
  public static MetersFile read(Path file) throws StudyFileException, IOException {
    Section sections =
        YamlReader.read(file, "file of meters").section("meters", "instances", "hosts", "carbon");
    Map<String, List<PowerSettings.Meter>> meters = PowerReader.meters(sections.find("meters"));
    Map<String, String> instances = instances(sections.find("instances"));
    if (meters.isEmpty() == instances.isEmpty()) {
      throw sections
          .self()
          .refuse(
              meters.isEmpty()
                  ? "no host has a meter; write meters: {HOST: {kind: KIND}}, a line for each host,"
                      + " or instances: TYPE."
                  : "it has both meters and instances; leave one of the two out.");
    }
    return new MetersFile(
        meters,
        instances,
        hosts(sections.find("hosts"), meters),
        Optional.ofNullable(
            PowerReader.carbon(sections.find("carbon"), WorkloadFiles.onDisk(file, List.of()))));
  }

  private static Map<String, List<String>> hosts(
      @Nullable Entry entry, Map<String, List<PowerSettings.Meter>> meters)
      throws StudyFileException {
    Map<String, List<String>> hosts = RemoteReader.hosts(entry);
    Set<String> metered =
        meters.keySet().stream().map(PlainAddress::of).collect(Collectors.toUnmodifiableSet());
    for (Map.Entry<String, List<String>> each : hosts.entrySet()) {
      String host = each.getKey();
      for (String node : each.getValue()) {
        String plain = PlainAddress.of(node);
        if (!plain.equals(PlainAddress.of(host)) && metered.contains(plain)) {
          throw Objects.requireNonNull(entry)
              .refuse(
                  "the node "
                      + node
                      + " of "
                      + host
                      + " is a host with a meter of its own too; leave one of the two out.");
        }
      }
      if (!meters.containsKey(host)) {
        throw Objects.requireNonNull(entry)
            .refuse(
                "the host "
                    + host
                    + " has no meter; write it as under meters."
                    + Suggestions.didYouMean(host, meters.keySet()));
      }
    }
    return hosts;
  }

  private static Map<String, String> instances(@Nullable Entry entry) throws StudyFileException {
    Map<String, String> types = new LinkedHashMap<>();
    if (entry != null && !entry.isMapping()) {
      types.put("", entry.value().text());
    } else if (entry != null) {
      for (Map.Entry<String, Entry> each : entry.entries().entrySet()) {
        types.put(each.getKey(), each.getValue().value().text());
      }
    }
    return types;
  }
}
