package org.quorate.cli.agent;

import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.quorate.testing.SelfSignedKey;

/** A key of its own for a page of a test. */
public final class TestKeys {
  public static final String PASSWORD = "only for this test";

  private TestKeys() {}

  /** Makes a key store whose certificate is for 127.0.0.1. */
  public static void create(Path file) throws Exception {
    create(file, "ip:127.0.0.1");
  }

  private static void create(Path file, String host) throws Exception {
    SelfSignedKey.create(file, "EC", "page", PASSWORD, "-ext", "san=" + host);
  }

  /** The same, for a page that has the key and a client that trusts its certificate alone. */
  public static SSLContext encryption(Path file) throws Exception {
    return encryption(file, "ip:127.0.0.1");
  }

  /**
   * The same for another host.
   *
   * @param host as keytool has it, such as {@code dns:one.example}
   */
  static SSLContext encryption(Path file, String host) throws Exception {
    create(file, host);
    KeyStore keys = KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
    KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    own.init(keys, PASSWORD.toCharArray());
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("page", keys.getCertificate("page"));
    TrustManagerFactory others =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    others.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(own.getKeyManagers(), others.getTrustManagers(), null);
    return context;
  }

  /** The certificate of such a store, in PEM. */
  static String certificate(Path file) throws Exception {
    byte[] certificate =
        KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray())
            .getCertificate("page")
            .getEncoded();
    return "-----BEGIN CERTIFICATE-----\n"
        + Base64.getMimeEncoder().encodeToString(certificate)
        + "\n-----END CERTIFICATE-----\n";
  }
}
