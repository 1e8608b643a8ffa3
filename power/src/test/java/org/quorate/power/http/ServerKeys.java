package org.quorate.power.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.quorate.testing.SelfSignedKey;

/** The self-signed certificate of a controller, made for a name that is not its address. */
public final class ServerKeys {
  private static final String PASSWORD = "for-a-test";

  private final KeyStore store;

  private ServerKeys(KeyStore store) {
    this.store = store;
  }

  public static ServerKeys create(Path directory) throws Exception {
    Path file = directory.resolve("controller.p12");
    SelfSignedKey.create(file, "EC", "controller", PASSWORD);
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD.toCharArray());
    }
    return new ServerKeys(store);
  }

  /** What the server shows. */
  public SSLContext context() throws GeneralSecurityException {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }

  /** Its certificate, as a user would save it. */
  public Path writeCertificate(Path file) throws GeneralSecurityException, IOException {
    byte[] certificate = store.getCertificate("controller").getEncoded();
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate);
    return Files.writeString(
        file, "-----BEGIN CERTIFICATE-----\n" + text + "\n-----END CERTIFICATE-----\n");
  }
}
