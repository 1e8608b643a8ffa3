package org.quorate.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an editor knows of the properties. */
class PropertiesMetadataTest {
  private static List<JsonNode> properties() throws IOException {
    try (InputStream file =
        QuorateProperties.class.getResourceAsStream(
            "/META-INF/spring-configuration-metadata.json")) {
      List<JsonNode> properties = new ArrayList<>();
      new ObjectMapper().readTree(file).get("properties").forEach(properties::add);
      return properties;
    }
  }

  private static String text(JsonNode property, String key) {
    return property.path(key).asText();
  }

  @Test
  void everyPropertyIsThereWithItsTypeAndDescription() throws IOException {
    List<JsonNode> own =
        properties().stream().filter(each -> text(each, "name").startsWith("quorate.")).toList();
    assertThat(own)
        .extracting(each -> text(each, "name"))
        .containsExactlyInAnyOrder(
            "quorate.cassandra.enabled",
            "quorate.cassandra.mode",
            "quorate.cassandra.profiles",
            "quorate.cassandra.interval",
            "quorate.cassandra.propagation-interval",
            "quorate.cassandra.sample-share",
            "quorate.cassandra.event-period",
            "quorate.cassandra.management",
            "quorate.cassandra.recent-writes",
            "quorate.cassandra.lost-writes",
            "quorate.cassandra.reread",
            "quorate.cassandra.token-keys",
            "quorate.cassandra.clock-bound",
            "quorate.cassandra.danger-signals",
            "quorate.cassandra.evidence.table",
            "quorate.cassandra.evidence.every",
            "quorate.cassandra.evidence.create",
            "quorate.cassandra.publish.table",
            "quorate.cassandra.publish.valid",
            "quorate.cassandra.publish.level",
            "quorate.cassandra.publish.create",
            "quorate.cassandra.publish.shared-rows",
            "quorate.cassandra.tables");
    assertThat(own)
        .allSatisfy(
            each -> {
              assertThat(text(each, "type")).isNotBlank();
              assertThat(text(each, "description")).endsWith(".");
            });
  }

  @Test
  void theEndpointsAccessIsAPropertyToo() throws IOException {
    assertThat(properties())
        .extracting(each -> text(each, "name"))
        .contains("management.endpoint.quorate.access");
  }
}
