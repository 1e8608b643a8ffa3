package org.quorate.cassandra.publication;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.session.FakeSession;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.Decision;
import org.quorate.core.policy.Raise;
import org.quorate.core.policy.ReadLevels;

/** The cases that clients in other languages are tested on have rows as they are written here. */
class PublishedCasesTest {
  private static final Path CASES = Path.of("../clients/levels-cases.json");
  private static final Pattern INSERT = Pattern.compile("\\((.*)\\) VALUES \\((.*)\\) USING");
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private static Map<String, LevelWord> words() {
    ReadLevels one = levels(Map.of("dc1", 3));
    LevelWord raised = word(one, new Raise.TokenRange(-100, 100, Level.LOCAL_QUORUM));
    return Map.of(
        "undecided", LevelWord.undecided(Level.ONE, one, "Adaptation is off."),
        "raised", raised,
        "raised everywhere", raised.withoutTokens(),
        "of one data centre", word(levels(Map.of("dc1", 3, "dc2", 3))),
        "last", raised.last());
  }

  private static ReadLevels levels(Map<String, Integer> replicas) {
    return ReadLevels.like(
        Level.LOCAL_QUORUM, new Replication(replicas), "dc1", Level.LOCAL_QUORUM);
  }

  private static LevelWord word(ReadLevels levels, Raise... raises) {
    Decision decided = new Decision(Level.LOCAL_ONE, List.of(raises), "Why.", Optional.empty());
    return LevelWord.of(decided, Level.LOCAL_QUORUM, levels, 0.0463, true);
  }

  @Test
  void followersAreTestedOnRowsAsTheyAreWritten() throws IOException {
    Map<String, JsonNode> tested = new TreeMap<>();
    for (JsonNode each : JSON.readTree(CASES.toFile()).get("decisions")) {
      if (each.has("published")) {
        tested.put(each.get("published").asText(), each.get("steps").get(0).get("believe").get(0));
      }
    }
    Map<String, JsonNode> written = new TreeMap<>();
    for (Map.Entry<String, LevelWord> each : words().entrySet()) {
      written.put(each.getKey(), row(each.getValue()));
    }
    assertThat(tested).isEqualTo(written);
  }

  private static JsonNode row(LevelWord word) throws IOException {
    FakeSession driver = new FakeSession("ONE");
    new LevelsTable(driver.session, PublicationSettings.in(new TableName("shop", "levels")))
        .write(new TableName("shop", "carts"), new UUID(0, 1), 7, word);
    SimpleStatement insert = (SimpleStatement) driver.executed.get(0);
    Matcher parts = INSERT.matcher(insert.getQuery());
    assertThat(parts.find()).isTrue();
    String[] columns = parts.group(1).split(", ", -1);
    String[] values = parts.group(2).split(", ", -1);
    Iterator<Object> bound = insert.getPositionalValues().iterator();
    Map<String, Object> row = new TreeMap<>();
    for (int i = 0; i < columns.length; i++) {
      row.put(columns[i], values[i].equals("?") ? bound.next() : Integer.valueOf(values[i]));
    }
    row.remove("part");
    return JSON.readTree(JSON.writeValueAsString(row));
  }
}
