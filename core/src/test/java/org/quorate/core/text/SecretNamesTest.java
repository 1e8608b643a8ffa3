package org.quorate.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretNamesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "password", "auth-password", "snmp-community", "Community", "bearer_token", "priv",
        "auth", "user", "userName", "priv-passphrase", "secret-name", "API_KEY"
      })
  void namesOfSecretsAreKnown(String name) {
    assertThat(SecretNames.isSecret(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "credentials",
        "auth-protocol",
        "priv-protocol",
        "privilege",
        "address",
        "outlet",
        "use",
        "path",
        "insecure-certificate",
        "time-zone"
      })
  void namesOfOtherThingsAreNot(String name) {
    assertThat(SecretNames.isSecret(name)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://me:pw@host/x", "http://me@host", "https://a b@host"})
  void aLoginInAnAddressIsSeen(String text) {
    assertThat(SecretNames.isInAddress(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://host/me@here", "me@host", "http://host?x=a@b", "host:9090"})
  void anAddressWithoutALoginIsNone(String text) {
    assertThat(SecretNames.isInAddress(text)).isFalse();
  }
}
