package org.quorate.lab.link.process;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.quorate.lab.link.LinkReport;
import org.quorate.study.io.WholeFile;

/**
 * What a process of links has carried since it started, in {@code links.json} in the cluster's
 * directory; there from the moment that the links accept, and renewed every two seconds.
 *
 * @param precedence whether the process has real-time priority, so that busy nodes do not hold up
 *     the messages between them
 * @param links one report per ordered pair of nodes
 */
public record LinkStatus(boolean precedence, List<LinkReport> links) {
  static final String FILE = "links.json";

  private static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  /** The last status in the cluster's directory, if there is one. */
  public static Optional<LinkStatus> read(Path directory) throws IOException {
    Path file = directory.resolve(FILE);
    return Files.exists(file)
        ? Optional.of(JSON.readValue(file.toFile(), LinkStatus.class))
        : Optional.empty();
  }

  void write(Path directory) throws IOException {
    // Renewed every two seconds: to force it to disk would disturb the nodes' commit logs.
    WholeFile.writeUnforced(directory.resolve(FILE), JSON.writeValueAsString(this) + "\n");
  }
}
