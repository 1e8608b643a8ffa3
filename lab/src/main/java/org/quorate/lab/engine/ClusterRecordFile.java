package org.quorate.lab.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.quorate.core.pool.PoolLayout;
import org.quorate.lab.process.ProcessIdentity;
import org.quorate.study.io.WholeFile;

/** A {@link ClusterRecord} as the file {@code cluster.json}. */
final class ClusterRecordFile {
  static final String NAME = "cluster.json";

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private ClusterRecordFile() {}

  static void write(ClusterRecord record) throws IOException {
    WholeFile.write(record.directory().resolve(NAME), JSON.writeValueAsString(toJson(record)));
  }

  /**
   * Reads the record in the directory.
   *
   * @throws java.nio.file.NoSuchFileException when there is none
   * @throws IOException when it cannot be read or is not one
   */
  static ClusterRecord read(Path directory) throws IOException {
    Path file = directory.resolve(NAME);
    try {
      return fromJson(JSON.readTree(Files.readString(file)), directory);
    } catch (IllegalArgumentException | NullPointerException malformed) {
      throw new IOException(file + " is not the record of a cluster; delete it.", malformed);
    }
  }

  private static ObjectNode toJson(ClusterRecord record) {
    ObjectNode root = JSON.createObjectNode();
    root.set("spec", toJson(record.spec()));
    root.put("store", record.store());
    root.put("directory", record.directory().toString());
    root.put("startedAt", record.startedAt().toString());
    root.set("launcher", toJson(record.launcher()));
    for (NodeRecord node : record.nodes()) {
      ObjectNode json = root.withArrayProperty("nodes").addObject();
      NodeAddresses addresses = node.addresses();
      json.put("index", addresses.index());
      json.put("name", addresses.name());
      json.put("dataCenter", addresses.dataCenter());
      json.put("rack", addresses.rack());
      json.put("client", text(addresses.client()));
      json.put("storage", text(addresses.storage()));
      json.put("advertisedStorage", text(addresses.advertisedStorage()));
      json.put("managementPort", addresses.managementPort());
      node.command().forEach(json.withArrayProperty("command")::add);
      json.set("process", toJson(node.process()));
      json.put("state", node.state().name());
    }
    for (ServiceRecord service : record.services()) {
      ObjectNode json = root.withArrayProperty("services").addObject();
      json.put("name", service.name());
      json.put("address", text(service.address()));
      service.service().furtherPorts().forEach(json.withArrayProperty("furtherPorts")::add);
      json.put("besideNode", service.service().besideNode());
      json.put("contactPoint", service.service().contactPoint());
      json.put("countsTime", service.service().countsTime());
      service.command().forEach(json.withArrayProperty("command")::add);
      json.set("process", toJson(service.process()));
      json.put("state", service.state().name());
    }
    record.helpers().forEach(helper -> root.withArrayProperty("helpers").add(toJson(helper)));
    return root;
  }

  private static ObjectNode toJson(ClusterSpec spec) {
    ObjectNode json = JSON.createObjectNode();
    json.put("name", spec.name());
    json.put("version", spec.version());
    for (DataCenter center : spec.dataCenters()) {
      json.withArrayProperty("dataCenters")
          .addObject()
          .put("name", center.name())
          .put("nodes", center.nodes())
          .put("racks", center.racks());
    }
    Ring ring = spec.ring();
    if (ring != null) {
      json.put("replicationFactor", ring.replicationFactor());
      json.put("tokensPerNode", ring.tokensPerNode());
      json.put("pools", ring.pools().text());
    }
    json.put("heap", spec.heap().toString());
    json.put("processorQuota", spec.processorQuota());
    ClusterSpec.HostQuota ofHost = spec.hostQuota();
    if (ofHost != null) {
      json.putObject("hostQuota")
          .put("nodesPerHost", ofHost.nodesPerHost())
          .put("cores", ofHost.cores());
    }
    json.put("quickCompiler", spec.quickCompiler());
    json.put("javaHome", spec.javaHome() == null ? null : spec.javaHome().toString());
    json.put("relayed", spec.relayed());
    json.put("dataNodes", spec.dataNodes());
    ObjectNode settings = json.putObject("settings");
    new TreeMap<>(spec.settings()).forEach(settings::put);
    return json;
  }

  private static @Nullable JsonNode toJson(@Nullable ProcessIdentity process) {
    return process == null
        ? null
        : JSON.createObjectNode()
            .put("processId", process.processId())
            .put("startTime", process.startTime());
  }

  private static ClusterRecord fromJson(JsonNode root, Path directory) throws IOException {
    List<NodeRecord> nodes = new ArrayList<>();
    for (JsonNode json : root.required("nodes")) {
      NodeAddresses addresses =
          new NodeAddresses(
              json.required("index").asInt(),
              json.required("name").asText(),
              json.required("dataCenter").asText(),
              json.required("rack").asText(),
              address(json.required("client").asText()),
              address(json.required("storage").asText()),
              address(json.required("advertisedStorage").asText()),
              json.required("managementPort").asInt());
      nodes.add(
          new NodeRecord(
              addresses,
              command(json),
              process(json.path("process")),
              NodeState.valueOf(json.required("state").asText())));
    }
    List<ProcessIdentity> helpers = new ArrayList<>();
    for (JsonNode json : root.path("helpers")) {
      ProcessIdentity helper = process(json);
      if (helper != null) {
        helpers.add(helper);
      }
    }
    return new ClusterRecord(
        spec(root.required("spec")),
        root.required("store").asText(),
        directory,
        Instant.parse(root.required("startedAt").asText()),
        process(root.path("launcher")),
        nodes,
        services(root.path("services")),
        helpers);
  }

  private static List<ServiceRecord> services(JsonNode root) throws IOException {
    List<ServiceRecord> services = new ArrayList<>();
    for (JsonNode json : root) {
      InetSocketAddress address = address(json.required("address").asText());
      List<Integer> furtherPorts = new ArrayList<>();
      json.path("furtherPorts").forEach(port -> furtherPorts.add(port.asInt()));
      Service service =
          new Service(
              json.required("name").asText(),
              address.getPort(),
              furtherPorts,
              json.path("besideNode").asInt(1),
              json.required("contactPoint").asBoolean(),
              json.required("countsTime").asBoolean());
      services.add(
          new ServiceRecord(
              service,
              address,
              command(json),
              process(json.path("process")),
              NodeState.valueOf(json.required("state").asText())));
    }
    return services;
  }

  private static List<String> command(JsonNode json) {
    List<String> command = new ArrayList<>();
    json.path("command").forEach(word -> command.add(word.asText()));
    return command;
  }

  private static ClusterSpec spec(JsonNode json) {
    List<DataCenter> centers = new ArrayList<>();
    for (JsonNode center : json.required("dataCenters")) {
      centers.add(
          new DataCenter(
              center.required("name").asText(),
              center.required("nodes").asInt(),
              center.required("racks").asInt()));
    }
    Map<String, String> settings = new TreeMap<>();
    json.path("settings")
        .properties()
        .forEach(entry -> settings.put(entry.getKey(), entry.getValue().asText()));
    return new ClusterSpec(
        json.required("name").asText(),
        json.required("version").asText(),
        centers,
        json.has("replicationFactor")
            ? new Ring(
                json.required("replicationFactor").asInt(),
                json.required("tokensPerNode").asInt(),
                PoolLayout.parse(json.path("pools").asText(PoolLayout.BALANCED.text())))
            : null,
        MemorySize.parse(json.required("heap").asText()),
        json.path("processorQuota").isNumber() ? json.path("processorQuota").asDouble() : null,
        json.path("hostQuota").isObject()
            ? new ClusterSpec.HostQuota(
                json.path("hostQuota").required("nodesPerHost").asInt(),
                json.path("hostQuota").required("cores").asDouble())
            : null,
        json.path("quickCompiler").asBoolean(),
        json.path("javaHome").isTextual() ? Path.of(json.path("javaHome").asText()) : null,
        json.path("relayed").asBoolean(),
        json.path("dataNodes").asInt(),
        settings);
  }

  private static @Nullable ProcessIdentity process(JsonNode json) {
    return json.isObject()
        ? new ProcessIdentity(
            json.required("processId").asLong(), json.required("startTime").asLong())
        : null;
  }

  private static String text(InetSocketAddress address) {
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }

  private static InetSocketAddress address(String text) throws IOException {
    int colon = text.lastIndexOf(':');
    return new InetSocketAddress(
        InetAddress.getByName(text.substring(0, colon)),
        Integer.parseInt(text.substring(colon + 1)));
  }
}
