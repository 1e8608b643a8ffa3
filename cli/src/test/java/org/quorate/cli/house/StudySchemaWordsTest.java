package org.quorate.cli.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.quorate.cli.study.Backends;
import org.quorate.power.registry.MeterKinds;
import org.quorate.study.backend.Backend;

/** Words of the published schema of study files that modules other than the study's decide. */
final class StudySchemaWordsTest {
  @Test
  void theSchemaKnowsEveryKindOfMeter() throws IOException {
    assertThat(words("/$defs/meter/properties/kind/enum"))
        .containsExactlyElementsOf(MeterKinds.standard(Clock.systemUTC(), Map.of()).names());
  }

  @Test
  void theSchemaAndTheDocumentsKnowEveryBackend() throws IOException {
    List<String> backends = Backends.standard().all().stream().map(Backend::name).toList();
    String document = Files.readString(House.root().resolve("docs/studies.md"));

    assertThat(words("/properties/backend/examples")).containsExactlyElementsOf(backends);
    assertThat(backends).allMatch(backend -> document.contains("`" + backend + "`"));
  }

  private static List<String> words(String pointer) throws IOException {
    JsonNode schema =
        JsonMapper.builder()
            .build()
            .readTree(House.root().resolve("studies/study.schema.json").toFile());
    List<String> words = new ArrayList<>();
    schema.at(pointer).forEach(word -> words.add(word.asText()));
    return words;
  }
}
