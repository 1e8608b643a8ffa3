package org.quorate.cli.agent;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.util.Collections;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.quorate.study.file.Entry;
import org.quorate.study.file.StudyFileException;

/** Reads the key and the certificates that the page encrypts with. Stateless. */
final class PageKeys {
  private PageKeys() {}

  /**
   * What a key store has, as it is now: a certificate that is renewed later is not seen.
   *
   * @param named where the file of the agent names it, for messages
   * @param password of the store and of its key
   * @throws StudyFileException if it cannot be read or has no private key
   */
  static SSLContext read(Entry named, Path file, char[] password) throws StudyFileException {
    try {
      KeyStore keys = KeyStore.getInstance(file.toFile(), password);
      if (!hasKey(keys)) {
        throw named.refuse(
            "the key store has no private key, so nobody could connect; put the key in with its"
                + " certificate.");
      }
      KeyManagerFactory managers =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      managers.init(keys, password);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(managers.getKeyManagers(), null, null);
      return context;
    } catch (GeneralSecurityException | IOException | IllegalArgumentException unusable) {
      throw named.refuse(
          "the key store cannot be used ("
              + unusable.getMessage()
              + "); name a PKCS12 or JKS file, and the file that has its password.");
    }
  }

  private static boolean hasKey(KeyStore keys) throws KeyStoreException {
    for (String alias : Collections.list(keys.aliases())) {
      if (keys.entryInstanceOf(alias, KeyStore.PrivateKeyEntry.class)) {
        return true;
      }
    }
    return false;
  }
}
