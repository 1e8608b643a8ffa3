package org.quorate.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.cassandra.control.PublishedWord;
import org.quorate.cli.live.LevelsGlance;

/** Levels that nobody lets an agent publish. */
final class LookoutPublicationTest {
  private static final Logger LOG = Logger.getLogger("org.quorate.cassandra");

  private final List<String> told = new CopyOnWriteArrayList<>();
  private final List<String> logged = new CopyOnWriteArrayList<>();
  @TempDir private Path folder;

  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          logged.add(entry.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    LOG.addHandler(handler);
  }

  @AfterEach
  void listenNoMore() {
    LOG.removeHandler(handler);
  }

  @Test
  void aMissingRightIsToldOnceAndNotWrittenToTheLogAsWell() throws Exception {
    String file =
        "contact-points: 127.0.0.1\npropagation: 5ms\nhistory: {directory: history}\n"
            + "keyspaces: {shop: all}\npublish: {valid: 4s, tables: {shop.carts:"
            + " {policy: harmony 1%, write-level: ONE, safe-level: ALL}}}\n";
    LookoutPublication publication =
        new LookoutPublication(
            AgentFile.read(Files.writeString(folder.resolve("agent.yaml"), file)),
            StandInDriver.session(new UnauthorizedException(StandInDriver.NODE, "No right")),
            told::add);
    await()
        .until(
            () -> {
              publication.look();
              return told.stream().anyMatch(sentence -> sentence.contains("GRANT MODIFY"));
            });
    LevelsGlance levels = publication.levels().orElseThrow();
    publication.close();
    assertThat(told).filteredOn(sentence -> sentence.contains("GRANT MODIFY")).hasSize(1);
    assertThat(logged).noneMatch(sentence -> sentence.contains("Levels are not published"));
    assertThat(levels.valid()).hasSeconds(4);
    assertThat(levels.isFailing()).isFalse();
    PublishedWord word = levels.words().get(0);
    assertThat(word.table()).hasToString("shop.carts");
    assertThat(word.acknowledged()).isEmpty();
    assertThat(word.failure().orElseThrow()).contains("GRANT MODIFY ON TABLE quorate.levels");
  }
}
