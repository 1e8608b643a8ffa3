package org.quorate.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A key of its own for a server of a test, with a certificate that nobody else vouches for. */
public final class SelfSignedKey {
  private SelfSignedKey() {}

  /**
   * Makes a key store of the type PKCS12 by the tool of the running Java.
   *
   * @param algorithm of the key, such as {@code EC}
   * @param name under which the store has it, and whose the certificate is
   * @param password of store and key
   * @param options more of them, for keytool
   * @throws IOException with what keytool said, when it failed
   */
  public static void create(
      Path file, String algorithm, String name, String password, String... options)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
    command.addAll(List.of("-genkeypair", "-keyalg", algorithm, "-alias", name));
    command.addAll(List.of("-dname", "CN=" + name, "-storetype", "PKCS12"));
    command.addAll(List.of("-storepass", password, "-keystore", file.toString()));
    command.addAll(List.of(options));
    Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (keytool.waitFor() != 0) {
      throw new IOException("keytool failed: " + said);
    }
  }
}
