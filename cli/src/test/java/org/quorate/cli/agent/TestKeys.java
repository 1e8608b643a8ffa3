package org.quorate.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;

/** A key of its own for a page of a test. */
public final class TestKeys {
  public static final String PASSWORD = "only for this test";

  private TestKeys() {}

  /** Makes a key store whose certificate is for 127.0.0.1. */
  public static void create(Path file) throws Exception {
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-alias",
                "page",
                "-dname",
                "CN=page",
                "-ext",
                "san=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                file.toString())
            .redirectErrorStream(true)
            .start();
    assertThat(keytool.waitFor()).isZero();
  }
}
