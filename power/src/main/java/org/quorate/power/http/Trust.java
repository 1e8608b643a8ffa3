package org.quorate.power.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;
import org.quorate.power.MeterException;

/** Which servers are believed to be who they say they are. */
final class Trust {
  private Trust() {}

  /**
   * Those whose certificate is in a file, or is signed by one that is. A server that shows a
   * certificate of the file itself is believed whatever name and time it was made for, since
   * management controllers make theirs for {@code localhost} and 1970; one that shows a signed
   * certificate must be named in it.
   *
   * @param pem certificates in PEM
   * @throws MeterException if the file holds none
   */
  static SSLContext file(Path pem) throws MeterException {
    try (InputStream text = Files.newInputStream(pem)) {
      Collection<? extends Certificate> certificates =
          CertificateFactory.getInstance("X.509").generateCertificates(text);
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      int number = 0;
      for (Certificate certificate : certificates) {
        store.setCertificateEntry("trusted-" + number++, certificate);
      }
      if (number > 0) {
        return context(new Pinned(Set.copyOf(certificates), signedBy(store)));
      }
    } catch (IOException | GeneralSecurityException e) {
      throw new MeterException(
          "No certificates can be read from trust=" + pem + "; it must be a file in PEM.", e);
    }
    throw new MeterException(
        "There is no certificate in trust=" + pem + "; it must be a file in PEM.");
  }

  /** Anybody: the connection is secret, but with whom is not known. */
  static SSLContext anybody() {
    try {
      return context(new Pinned(Set.of(), null));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This Java has no TLS.", e);
    }
  }

  private static SSLContext context(TrustManager manager) throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {manager}, null);
    return context;
  }

  private static X509ExtendedTrustManager signedBy(KeyStore store) throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    for (TrustManager manager : factory.getTrustManagers()) {
      if (manager instanceof X509ExtendedTrustManager extended) {
        return extended;
      }
    }
    throw new GeneralSecurityException("This Java checks no certificates.");
  }

  /** Believes some certificates themselves, and others as a second judge says; all without one. */
  private static final class Pinned extends X509ExtendedTrustManager {
    private final Set<Certificate> pinned;
    private final @Nullable X509ExtendedTrustManager others;

    Pinned(Set<Certificate> pinned, @Nullable X509ExtendedTrustManager others) {
      this.pinned = pinned;
      this.others = others;
    }

    private boolean isPinned(X509Certificate[] chain) {
      return chain.length > 0 && pinned.contains(chain[0]);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      if (others != null && !isPinned(chain)) {
        others.checkServerTrusted(chain, type, engine);
      }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      if (others != null && !isPinned(chain)) {
        others.checkServerTrusted(chain, type, socket);
      }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      if (others != null && !isPinned(chain)) {
        others.checkServerTrusted(chain, type);
      }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
        throws CertificateException {
      throw noServer();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
        throws CertificateException {
      throw noServer();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      throw noServer();
    }

    private static CertificateException noServer() {
      return new CertificateException("No client is ever asked to be trusted.");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return others == null ? new X509Certificate[0] : others.getAcceptedIssuers();
    }
  }
}
