package org.quorate.power;

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

class CredentialsTest {
  @TempDir private Path folder;

  private static Credentials named(String name, String host, Map<String, String> environment)
      throws MeterException {
    return Credentials.of(
        new MeterSettings("prometheus", Map.of("credentials", name)), host, environment);
  }

  private String file(String permissions, String text) throws IOException {
    Path file = Files.writeString(folder.resolve("secrets"), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    return file.toString();
  }

  @Test
  void aNameStandsForOurOwnVariables() throws Exception {
    Credentials found =
        named(
            "rack-1",
            "pdu1.example.org",
            Map.of(
                "QUORATE_RACK_1_HOST", "pdu1.example.org",
                "QUORATE_RACK_1_PASSWORD", "hunter2",
                "RACK_1_USER", "somebody"));
    assertThat(found.required("password")).isEqualTo("hunter2");
    assertThat(found.secret("user")).isEmpty();
    assertThat(found.secret("host")).isEmpty();
    assertThat(found.toString()).doesNotContain("hunter2");
  }

  @Test
  void variablesOfOtherProgramsCannotBeNamed() {
    assertThatThrownBy(
            () -> named("GITHUB", "evil.example", Map.of("GITHUB_TOKEN", "x", "GITHUB_HOST", "y")))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("QUORATE_GITHUB_");
  }

  @Test
  void secretsGoToTheHostThatTheyNameOnly() {
    Map<String, String> environment =
        Map.of("QUORATE_PDU_HOST", "pdu1.example.org", "QUORATE_PDU_TOKEN", "hunter2");
    assertThatThrownBy(() -> named("PDU", "evil.example", environment))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("are for pdu1.example.org, but would be sent to evil.example")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void secretsWithoutAHostGoNowhere() {
    assertThatThrownBy(
            () -> named("PDU", "pdu1.example.org", Map.of("QUORATE_PDU_TOKEN", "hunter2")))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("the variable QUORATE_PDU_HOST")
        .hasMessageNotContaining("hunter2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"PDU1.example.org", "pdu1.example.org.", "pdu2.example.org", "::1", "[::1]"})
  void aHostIsFoundAmongSeveralHoweverItIsWritten(String host) throws Exception {
    Map<String, String> environment =
        Map.of(
            "QUORATE_PDU_HOST", "pdu1.example.org, pdu2.example.org,[::1]",
            "QUORATE_PDU_TOKEN", "hunter2");
    assertThat(named("PDU", host, environment).required("token")).isEqualTo("hunter2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "example.org", "pdu1.example.org.evil.example", "xpdu1.example.org"})
  void aHostThatOnlyLooksLikeItIsAnother(String host) {
    assertThatThrownBy(
            () ->
                named(
                    "PDU",
                    host,
                    Map.of("QUORATE_PDU_HOST", "pdu1.example.org", "QUORATE_PDU_TOKEN", "t")))
        .isInstanceOf(MeterException.class);
  }

  @Test
  void aFileOfLinesNamesItsHostAsWell() throws Exception {
    String file =
        file("rw-------", "# rack 1\nhost: pdu1.example.org\nuser=monitor\npassword: a=b:c\n\n");
    Credentials found = named(file, "pdu1.example.org", Map.of());
    assertThat(found.required("user")).isEqualTo("monitor");
    assertThat(found.required("password")).isEqualTo("a=b:c");
    assertThatThrownBy(() -> named(file, "evil.example", Map.of()))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("are for pdu1.example.org, but would be sent to evil.example");
  }

  @Test
  void aFileWithoutAHostIsRefused() throws Exception {
    String file = file("rw-------", "token: hunter2\n");
    assertThatThrownBy(() -> named(file, "evil.example", Map.of()))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("the line host: of that file")
        .hasMessageNotContaining("hunter2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[default]\naws_secret_access_key = hunter2\n",
        "machine evil.example login me password hunter2\n",
        "-----BEGIN KEY-----\nhunter2\n",
        "Host: evil.example\n\ttoken: hunter2\n"
      })
  void aFileOfAnotherKindIsNotRead(String text) throws Exception {
    String file = file("rw-------", text);
    assertThatThrownBy(() -> named(file, "evil.example", Map.of()))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("is no credentials file")
        .hasMessageNotContaining("hunter2");
  }

  @Test
  void aFileThatOthersMayReadIsRefused() throws Exception {
    String file = file("rw-r-----", "host: pdu1\ntoken: hunter2\n");
    assertThatThrownBy(() -> named(file, "pdu1", Map.of()))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("chmod 600");
  }

  @Test
  void withoutASettingThereAreNone() throws Exception {
    assertThat(Credentials.of(new MeterSettings("scrape", Map.of()), "h", Map.of()).secret("user"))
        .isEmpty();
  }
}
