package org.quorate.core.guarantee;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The application's keys, by which its tokens are known: HMAC-SHA-256 (RFC 2104), cut to 128 bits.
 * The first signs, all are accepted: to change the key, put the new one first in a second place,
 * then in the first, and take the old one away when its tokens have expired.
 *
 * <p>Without a key the same is done with one that everybody knows: that finds damage, and no
 * forgery, so that such a token is a hint. Immutable and thread-safe.
 */
public final class TokenKeys {
  /** The fewest bytes of a key. */
  public static final int FEWEST_BYTES = 32;

  /** The most keys. */
  public static final int MOST_KEYS = 8;

  static final int TAG_BYTES = 16;

  private static final String ALGORITHM = "HmacSHA256";
  private static final TokenKeys NONE =
      new TokenKeys(
          List.of(secret("a session token without a key".getBytes(StandardCharsets.UTF_8))), false);

  private final List<SecretKeySpec> keys;
  private final boolean secret;

  private TokenKeys(List<SecretKeySpec> keys, boolean secret) {
    this.keys = keys;
    this.secret = secret;
  }

  /** No key: tokens are hints. */
  public static TokenKeys none() {
    return NONE;
  }

  /**
   * @param keys random bytes that only the application has; none for hints
   * @throws IllegalArgumentException if there are more than {@link #MOST_KEYS}, or one is shorter
   *     than {@link #FEWEST_BYTES}
   */
  public static TokenKeys of(List<byte[]> keys) {
    if (keys.isEmpty()) {
      return NONE;
    }
    if (keys.size() > MOST_KEYS) {
      throw new IllegalArgumentException(
          "Session tokens have at most " + MOST_KEYS + " keys, not " + keys.size() + ".");
    }
    List<SecretKeySpec> made = new ArrayList<>();
    for (byte[] key : keys) {
      if (key.length < FEWEST_BYTES) {
        throw new IllegalArgumentException(
            "A key of session tokens has at least "
                + FEWEST_BYTES
                + " bytes, but one has "
                + key.length
                + ".");
      }
      made.add(secret(key));
    }
    return new TokenKeys(List.copyOf(made), true);
  }

  private static SecretKeySpec secret(byte[] key) {
    return new SecretKeySpec(key, ALGORITHM);
  }

  /** Whether nobody else can make a token. */
  public boolean areSecret() {
    return secret;
  }

  /** Writes the tag of the bytes before it to the end of a token. */
  void sign(byte[] token) {
    int signed = token.length - TAG_BYTES;
    System.arraycopy(tag(keys.get(0), token, signed), 0, token, signed, TAG_BYTES);
  }

  /** Whether one of the keys has signed a token. Takes as long for every tag. */
  boolean haveSigned(byte[] token) {
    int signed = token.length - TAG_BYTES;
    byte[] tag = Arrays.copyOfRange(token, signed, token.length);
    boolean found = false;
    for (SecretKeySpec key : keys) {
      found |= MessageDigest.isEqual(Arrays.copyOf(tag(key, token, signed), TAG_BYTES), tag);
    }
    return found;
  }

  private static byte[] tag(SecretKeySpec key, byte[] token, int signed) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update(token, 0, signed);
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every Java platform has " + ALGORITHM + ".", e);
    }
  }

  /** Without the keys. */
  @Override
  public String toString() {
    return secret ? keys.size() + " secret" : "none";
  }
}
