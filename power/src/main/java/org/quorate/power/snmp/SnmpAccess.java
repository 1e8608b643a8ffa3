package org.quorate.power.snmp;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import org.quorate.core.quantity.Durations;
import org.quorate.power.Credentials;
import org.quorate.power.MeterException;
import org.quorate.power.MeterSettings;

/**
 * How a device is reached.
 *
 * @param address as the user wrote it
 * @param timeout of one try
 * @param retries after the first try
 */
record SnmpAccess(
    String address,
    InetAddress resolved,
    int port,
    Version version,
    Login login,
    Duration timeout,
    int retries) {
  /** Where devices listen unless told otherwise. */
  static final int USUAL_PORT = 161;

  /** Versions of the protocol. */
  enum Version {
    V1("1"),
    V2C("2c"),
    V3("3");

    private final String text;

    Version(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** What the device knows us by. Its text tells no secret. */
  sealed interface Login {
    /** Of versions 1 and 2c. */
    record Community(String community) implements Login {
      @Override
      public String toString() {
        return "a community";
      }
    }

    /** Of version 3. */
    record User(String name, Authentication authentication, Optional<Privacy> privacy)
        implements Login {
      @Override
      public String toString() {
        return "a user";
      }
    }
  }

  /** A key and what it is used with. */
  record Authentication(String protocol, String passphrase) {
    @Override
    public String toString() {
      return protocol;
    }
  }

  /** A key and what it is used with. */
  record Privacy(String protocol, String passphrase) {
    @Override
    public String toString() {
      return protocol;
    }
  }

  static SnmpAccess of(MeterSettings settings, Credentials credentials) throws MeterException {
    String address = settings.required("address");
    Version version = version(settings);
    return new SnmpAccess(
        address,
        resolve(address),
        number(settings, "port", USUAL_PORT, 65535),
        version,
        version == Version.V3 ? user(settings, credentials) : community(credentials),
        timeout(settings),
        number(settings, "retries", 2, 20));
  }

  private static Version version(MeterSettings settings) throws MeterException {
    String text = settings.optional("version").orElse("2c");
    for (Version version : Version.values()) {
      if (version.text.equals(text)) {
        return version;
      }
    }
    throw new MeterException(
        "The meter snmp speaks version=1, 2c or 3, but was given version=" + text + ".");
  }

  private static InetAddress resolve(String address) throws MeterException {
    try {
      return InetAddress.getByName(address);
    } catch (UnknownHostException e) {
      throw new MeterException(
          "The host of address=" + address + " is not known; check its spelling.", e);
    }
  }

  private static Login community(Credentials credentials) {
    return new Login.Community(credentials.secret("community").orElse("public"));
  }

  private static Login user(MeterSettings settings, Credentials credentials) throws MeterException {
    if (settings.optional("credentials").isEmpty()) {
      throw new MeterException(
          "SNMP version 3 needs credentials=…, with the secrets user and auth, and priv where the"
              + " device encrypts.");
    }
    String authentication = protocol(settings, "auth-protocol", "SHA-256", "SHA");
    String privacy = protocol(settings, "priv-protocol", "AES128", "AES256");
    return new Login.User(
        credentials.required("user"),
        new Authentication(authentication, passphrase("auth", credentials.required("auth"))),
        credentials.secret("priv").isPresent()
            ? Optional.of(new Privacy(privacy, passphrase("priv", credentials.required("priv"))))
            : Optional.empty());
  }

  private static String protocol(MeterSettings settings, String option, String usual, String other)
      throws MeterException {
    String protocol = settings.optional(option).orElse(usual);
    if (!protocol.equals(usual) && !protocol.equals(other)) {
      throw new MeterException(
          "The meter snmp knows " + option + "=" + usual + " and " + other + ", but not another.");
    }
    return protocol;
  }

  private static String passphrase(String secret, String passphrase) throws MeterException {
    if (passphrase.length() < 8) {
      throw new MeterException(
          "The secret " + secret + " of SNMP version 3 has fewer than 8 characters.");
    }
    return passphrase;
  }

  private static Duration timeout(MeterSettings settings) throws MeterException {
    String text = settings.optional("timeout").orElse("2s");
    try {
      Duration timeout = Durations.parse(text);
      if (timeout.toMillis() >= 1 && timeout.toMinutes() < 1) {
        return timeout;
      }
    } catch (IllegalArgumentException e) {
      throw new MeterException("The timeout of the meter snmp is wrong: " + e.getMessage(), e);
    }
    throw new MeterException(
        "The timeout of the meter snmp is from 1ms to below 1m, but it is " + text + ".");
  }

  private static int number(MeterSettings settings, String option, int usual, int largest)
      throws MeterException {
    Optional<String> text = settings.optional(option);
    if (text.isEmpty()) {
      return usual;
    }
    if (text.get().matches("[0-9]{1,6}") && Integer.parseInt(text.get()) <= largest) {
      return Integer.parseInt(text.get());
    }
    throw new MeterException(
        "The meter snmp takes a number up to "
            + largest
            + " for "
            + option
            + ", but was given "
            + text.get()
            + ".");
  }

  /** Where it is, for messages. */
  String where() {
    return address + " port " + port;
  }
}
