package org.quorate.cassandra.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoginTest {
  @TempDir Path directory;

  @Test
  void aFileHoldsUserAndPasswordInOneLine() throws Exception {
    Path file = file("rw-------", "ann:a:b c\n");
    assertThat(Login.read(file)).isEqualTo(new Login("ann", "a:b c"));
  }

  @Test
  void whatIsWrongWithAFileIsSaidWithoutItsContent() throws Exception {
    Path file = file("rw-------", "secret\n");
    assertThatThrownBy(() -> Login.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("user:password")
        .hasMessageNotContaining("secret");
    assertThatThrownBy(() -> Login.read(directory.resolve("none")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot be read");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r--r--", "rw-r-----", "rw----r--", "rw--w----"})
  void aFileThatOthersMayReadIsRefused(String permissions) throws Exception {
    Path file = file(permissions, "ann:secret\n");
    assertThatThrownBy(() -> Login.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("chmod 600 " + file)
        .hasMessageNotContaining("secret");
  }

  @Test
  void aPasswordKeepsItsSpacesAndIsOnlyItsOwners() throws Exception {
    assertThat(Login.readPassword(file("rw-------", " a b \n"))).isEqualTo(" a b ");
    Path wide = file("rw-r--r--", "secret\n");
    assertThatThrownBy(() -> Login.readPassword(wide))
        .isInstanceOf(IOException.class)
        .hasMessage("Others may read the password in " + wide + "; run: chmod 600 " + wide);
  }

  private Path file(String permissions, String text) throws IOException {
    Path file = Files.writeString(directory.resolve("login"), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  @Test
  void theEnvironmentHasTwoVariables() {
    assertThat(Login.of(Map.of("JMX_USER", "ann", "JMX_PASSWORD", "x"), "JMX"))
        .contains(new Login("ann", "x"));
    assertThat(Login.of(Map.of(), "JMX")).isEmpty();
  }

  @Test
  void thePasswordIsNotPrinted() {
    assertThat(new Login("ann", "secret").toString()).isEqualTo("ann");
  }
}
