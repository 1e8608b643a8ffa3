package org.quorate.lab.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LockTest {
  private static final String SUM = "0123456789abcdef".repeat(4);

  @Test
  void aLockIsReadBackAsItWasWritten() throws ArtifactException {
    Lock lock =
        new Lock(
            new TreeMap<>(
                Map.of(
                    Artifact.parse("org.x:y:1.0"), SUM,
                    Artifact.parse("org.x:y:1.0:linux-x86_64"), SUM)));
    assertThat(Lock.parse("y.lock", lock.render("y 1.0"))).isEqualTo(lock);
    assertThat(lock.render("y 1.0"))
        .isEqualTo("# y 1.0\norg.x:y:1.0 " + SUM + "\norg.x:y:1.0:linux-x86_64 " + SUM + "\n");
  }

  @Test
  void aBadLineIsNamedByFileAndLine() {
    assertThatThrownBy(() -> Lock.parse("y.lock", "# y\norg.x:y:1.0 abc\n"))
        .hasMessageContaining("y.lock, line 2");
    assertThatThrownBy(() -> Lock.parse("y.lock", "org.x:y " + SUM))
        .hasMessageContaining("y.lock, line 1 has bad coordinates org.x:y");
    assertThatThrownBy(() -> Lock.parse("y.lock", "o:y:1 " + SUM + "\no:y:1 " + SUM))
        .hasMessageContaining("line 2 repeats o:y:1");
    assertThatThrownBy(() -> Lock.parse("y.lock", "# nothing\n"))
        .hasMessageContaining("names no jar");
  }

  @Test
  void twoJarsOfOneFileNameDoNotFitOneFolder() {
    assertThatThrownBy(() -> Lock.parse("y.lock", "a:y:1 " + SUM + "\nb:y:1 " + SUM))
        .hasMessageContaining("y-1.jar");
  }

  @Test
  void coordinatesAreReadBackAsTheyWereWritten() {
    for (String text : new String[] {"org.x.y:z-a:1.0-rc1", "org.x:z:1.0:linux-x86_64"}) {
      assertThat(Artifact.parse(text)).hasToString(text);
    }
    assertThatThrownBy(() -> Artifact.parse("a:b:../c")).hasMessageContaining("../c");
  }
}
