package org.quorate.core.text;

import java.util.List;
import java.util.Locale;

/**
 * Which names people give to secrets, so that a setting by such a name can be refused where its
 * value would be seen: on a command line, in a study file, in a report. Stateless.
 */
public final class SecretNames {
  private static final List<String> WITHIN =
      List.of(
          "password",
          "passwd",
          "passphrase",
          "passwort",
          "secret",
          "token",
          "community",
          "api-key",
          "apikey",
          "private-key");

  private static final List<String> WHOLE =
      List.of("user", "username", "login", "auth", "authorization", "priv", "auth-key", "priv-key");

  private SecretNames() {}

  /**
   * Whether a setting of this name would hold a secret, or the user that belongs to one: a name
   * with a word such as password, secret, token or community anywhere in it, or one that is user,
   * auth or the like. Names of protocols, such as {@code auth-protocol}, are none.
   */
  public static boolean isSecret(String name) {
    String plain = name.toLowerCase(Locale.ROOT).replace('_', '-');
    return WHOLE.contains(plain) || WITHIN.stream().anyMatch(plain::contains);
  }

  /** Whether an address holds a login, as in {@code https://user:password@host}. */
  public static boolean isInAddress(String text) {
    int scheme = text.indexOf("://");
    return scheme >= 0 && text.substring(scheme + 3).split("[/?#]", 2)[0].contains("@");
  }
}
