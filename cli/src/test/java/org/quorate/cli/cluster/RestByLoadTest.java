package org.quorate.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.lab.cassandra.rest.RestEntry;
import org.quorate.lab.cassandra.rest.RestJournal;
import org.quorate.lab.cassandra.rest.RestStep;
import org.quorate.study.io.Json;

final class RestByLoadTest {
  private static final List<String> ALL = List.of("node1", "node2", "node3", "node4");

  @TempDir private Path cluster;

  private Path file(String node) throws IOException {
    return Files.createDirectories(cluster.resolve(node)).resolve("rest.json");
  }

  private void write(String node, RestStep step) throws IOException {
    Json.write(
        file(node),
        new RestEntry(
            step, Instant.EPOCH, Instant.EPOCH.plusSeconds(1), null, Map.of("node1", "1@1")));
  }

  @Test
  void nodesThatRestAndWereNotNamedAreToldOf() throws Exception {
    RestJournal journal = new RestJournal(cluster);
    List<String> named = List.of("node4");
    write("node4", RestStep.RESTING);
    assertThat(RestByLoad.others(ALL, named, journal)).isEmpty();
    write("node2", RestStep.RESTING);
    write("node3", RestStep.CATCHING_UP);
    assertThat(RestByLoad.others(ALL, named, journal))
        .contains("What was not named is left alone: node2 is resting, node3 is waking.");
  }

  @Test
  void whatCannotBeReadOfAnotherNodeEndsNothing() throws Exception {
    Files.writeString(file("node1"), "{");
    write("node2", RestStep.STOPPING);
    assertThat(RestByLoad.others(ALL, List.of("node4"), new RestJournal(cluster)))
        .contains("What was not named is left alone: node2 is going to rest.");
  }
}
