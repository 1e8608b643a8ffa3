package org.quorate.cli.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.quorate.power.registry.MeterKinds;

/** Words of the published schema of study files that modules other than the study's decide. */
final class StudySchemaWordsTest {
  @Test
  void theSchemaKnowsEveryKindOfMeter() throws IOException {
    JsonNode schema =
        JsonMapper.builder()
            .build()
            .readTree(House.root().resolve("studies/study.schema.json").toFile());
    List<String> kinds = new ArrayList<>();
    schema.at("/$defs/meter/properties/kind/enum").forEach(kind -> kinds.add(kind.asText()));

    assertThat(kinds)
        .containsExactlyElementsOf(MeterKinds.standard(Clock.systemUTC(), Map.of()).names());
  }
}
