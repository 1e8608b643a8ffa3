package org.quorate.cli.agent;

import java.nio.file.Path;
import java.security.KeyStore;
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
    SelfSignedKey.create(file, "EC", "page", PASSWORD, "-ext", "san=ip:127.0.0.1");
  }

  /** The same, for a page that has the key and a client that trusts its certificate alone. */
  public static SSLContext encryption(Path file) throws Exception {
    create(file);
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
}
