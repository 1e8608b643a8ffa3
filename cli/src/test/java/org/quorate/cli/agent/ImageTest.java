package org.quorate.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.quorate.cli.console.GracefulShutdown;
import org.quorate.cli.house.House;

/** What the profile image makes is what its document says, and what the unit of systemd starts. */
final class ImageTest {
  private static final Pattern PROFILE =
      Pattern.compile("<profile>\\s*<id>image</id>.*?</profile>", Pattern.DOTALL);
  private static final Pattern SECTION =
      Pattern.compile("\\n## The image\\n(.*?)\\n## ", Pattern.DOTALL);
  private static final Pattern VERSION = Pattern.compile("<version>(.*?)</version>");
  private static final Pattern STOP_TIMEOUT = Pattern.compile("--stop-timeout (\\d+)");

  private final String profile = found(PROFILE, read("cli/pom.xml"));
  private final String section = found(SECTION, read("docs/packages.md"));

  @Test
  void theDocumentSaysWhatIsInIt() {
    for (String element : List.of("user", "volume", "port", "format", "appRoot")) {
      assertThat(section).contains("`" + the(element) + "`");
    }
    List<String> images = all("image");
    assertThat(images).hasSize(2).last().isEqualTo("quorate:${project.version}");
    assertThat(section)
        .contains("`" + images.get(0) + "`")
        .contains("`" + String.join(" ", all("arg")) + "`")
        .contains("mvn -q -Pimage package ")
        .contains(
            the("tar")
                .replace("${project.build.directory}", "cli/target")
                .replace("${project.version}", found(VERSION, read("pom.xml"))));
  }

  @Test
  void nothingInItIsOfTheTimeOfItsBuild() {
    assertThat(List.of(the("creationTime"), the("filesModificationTime")))
        .containsOnly("${project.build.outputTimestamp}");
  }

  @Test
  void itStartsWhatTheUnitStartsAndNotAsRoot() {
    String unit = read("ops/quorate-agent.service");
    assertThat(unit).contains("/quorate " + String.join(" ", all("arg")) + "\n");
    assertThat(the("JDK_JAVA_OPTIONS"))
        .endsWith(found(Pattern.compile("QUORATE_JAVA_OPTIONS=([^\"]*)"), unit));
    assertThat(the("user")).matches("[1-9][0-9]+:0");
  }

  @Test
  void theHistoryAndThePageAreWhereTheAgentHasThem() {
    assertThat(read("examples/agent/agent.yaml"))
        .contains("directory: " + the("volume") + "/history\n");
    assertThat(the("port")).isEqualTo(Integer.toString(AgentFile.DEFAULT_PORT));
    Path folder = House.root().resolve("cli/src/image" + the("volume"));
    assertThat(folder).isDirectory();
    assertThat(profile).contains("<file>" + the("volume") + "</file>");
  }

  /** Or the history's last rows are lost when the container is stopped. */
  @Test
  void theDocumentHasAContainerWaitForTheAgentsWork() {
    assertThat(Long.parseLong(found(STOP_TIMEOUT, section)))
        .isGreaterThan(GracefulShutdown.PATIENCE_SECONDS);
  }

  /** What an element of the profile says, which it has once. */
  private String the(String element) {
    List<String> all = all(element);
    assertThat(all).as(element).hasSize(1);
    return all.get(0);
  }

  private List<String> all(String element) {
    return Pattern.compile("<" + element + ">([^<]*)</" + element + ">")
        .matcher(profile)
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  /** The first group, or all of it where there is none. */
  private static String found(Pattern pattern, String text) {
    Matcher found = pattern.matcher(text);
    assertThat(found.find()).as(pattern.pattern()).isTrue();
    return found.group(found.groupCount());
  }

  private static String read(String file) {
    try {
      return Files.readString(House.root().resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
