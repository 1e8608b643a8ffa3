package org.quorate.core.guarantee;

import java.nio.ByteBuffer;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Writes what a client has done into a token of 256 characters, which are letters, digits, {@code
 * -} and {@code _}, and reads it again in another process. The client keeps the token, as in a
 * cookie, and cannot read keys or rows in it; whoever knows a key can find out whether the client
 * may have touched it.
 *
 * <p>A token that cannot be understood may be one that was true: the client then counts as one that
 * has just touched every key, so that its guarantees hold, and its reads are as dear as they can be
 * for the time to live. So a forged token gains nothing but that for its own bearer. A token that
 * was kept from before, or is left out, is the bearer's own loss: guarantees hold over what the
 * newest token has seen; where requests are answered side by side, {@linkplain
 * SessionMemory#merge(SessionMemory) merge} theirs.
 *
 * <pre>
 *  0       version, 1
 *  1 to 8  for whom it was made: hash of cluster, tables and terms
 *  9 to 16 newest epoch
 * 17 to 24 newest timestamp of a write, microseconds
 * 25 to 175 cells of 4 bits: 0 for never, else 15 less the epochs before the newest
 * 176 to 191 tag
 * </pre>
 *
 * <p>Written in base64 (RFC 4648, section 5). Immutable and thread-safe.
 */
public final class SessionTokens {
  /** Characters of every token; as many bytes in a cookie. */
  public static final int CHARACTERS = 256;

  private static final byte VERSION = 1;
  private static final int BYTES = 192;
  private static final int CELLS_AT = Byte.BYTES + 3 * Long.BYTES;
  private static final int HALF_BYTE = 4;
  private static final int LOW = 0xF;
  private static final long MICROS_PER_MILLI = 1000;

  private final SessionTerms terms;
  private final TokenKeys keys;
  private final long audience;

  /**
   * @param audience hash of what the tokens are about: the cluster, its tables and, where levels
   *     are of one data centre, that one
   */
  public SessionTokens(SessionTerms terms, TokenKeys keys, long audience) {
    this.terms = terms;
    this.keys = keys;
    // Numbers of a prime each, so that all three tell.
    this.audience =
        (audience * 1_000_003 + terms.timeToLive().toMillis()) * 1_000_033
            + terms.clockBound().toMillis();
  }

  /** How a token was understood. */
  public enum Standing {
    /** There was none: a client that has done nothing yet. */
    NEW,
    /** What it says is known. */
    RESUMED,
    /** It is so old that nothing is promised any more. */
    EXPIRED,
    /** It cannot be relied on, so the client counts as one that has just touched every key. */
    REFUSED
  }

  /**
   * What a token says.
   *
   * @param memory to go on with
   * @param reason of the standing, one sentence
   */
  public record Reading(SessionMemory memory, Standing standing, String reason) {}

  /**
   * Writes a token.
   *
   * @param memory of the same terms
   * @param nowMillis of the wall clock
   */
  public String write(SessionMemory memory, long nowMillis) {
    long newest = terms.epoch(nowMillis);
    for (int cell = 0; cell < SessionMemory.CELLS; cell++) {
      newest = Math.max(newest, memory.epochAt(cell));
    }
    ByteBuffer token = ByteBuffer.allocate(BYTES);
    token.put(VERSION).putLong(audience).putLong(newest).putLong(memory.newestTimestamp());
    for (int cell = 0; cell < SessionMemory.CELLS; cell += 2) {
      int high = cellOf(memory.epochAt(cell), newest);
      token.put((byte) (high << HALF_BYTE | cellOf(memory.epochAt(cell + 1), newest)));
    }
    keys.sign(token.array());
    return Base64.getUrlEncoder().withoutPadding().encodeToString(token.array());
  }

  private static int cellOf(long epoch, long newest) {
    return epoch <= newest - SessionTerms.EPOCHS ? 0 : (int) (SessionTerms.EPOCHS - newest + epoch);
  }

  /**
   * Reads a token.
   *
   * @param text as a client sent it, whatever it is; null for none
   * @param nowMillis of the wall clock
   */
  public Reading read(@Nullable String text, long nowMillis) {
    if (text == null) {
      return new Reading(new SessionMemory(terms), Standing.NEW, "There is no token.");
    }
    if (text.length() != CHARACTERS) {
      return refused(
          "it has " + text.length() + " characters and not " + CHARACTERS + ".", nowMillis);
    }
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      return refused("it is not written in base64 for URLs.", nowMillis);
    }
    if (bytes.length != BYTES) {
      return refused("it is not written in base64 for URLs.", nowMillis);
    }
    if (bytes[0] != VERSION) {
      return refused("it is of version " + bytes[0] + ", and known is " + VERSION + ".", nowMillis);
    }
    if (!keys.haveSigned(bytes)) {
      return refused("none of the application's keys has signed it.", nowMillis);
    }
    ByteBuffer token = ByteBuffer.wrap(bytes, 1, BYTES - 1);
    if (token.getLong() != audience) {
      return refused(
          "it is of another cluster, data centre or set of tables, or of other terms.", nowMillis);
    }
    return understood(token.getLong(), token.getLong(), bytes, nowMillis);
  }

  private Reading understood(long newest, long timestamp, byte[] token, long nowMillis) {
    long latest = nowMillis + terms.clockBound().toMillis();
    if (newest > terms.epoch(latest)) {
      return refused("it is from the future by more than clocks may differ.", nowMillis);
    }
    if (newest < terms.oldest(nowMillis)) {
      return new Reading(
          new SessionMemory(terms),
          Standing.EXPIRED,
          "The token is older than the time for which guarantees hold.");
    }
    SessionMemory memory = new SessionMemory(terms);
    for (int cell = 0; cell < SessionMemory.CELLS; cell++) {
      int both = token[CELLS_AT + cell / 2];
      int value = (cell % 2 == 0 ? both >> HALF_BYTE : both) & LOW;
      if (value > 0) {
        memory.atLeast(cell, newest - SessionTerms.EPOCHS + value);
      }
    }
    // A forged one would have the client's writes hide those of others for ever.
    if (keys.areSecret()) {
      memory.timestamp(Math.min(timestamp, latest * MICROS_PER_MILLI));
    }
    return new Reading(memory, Standing.RESUMED, "The token is one of this application.");
  }

  private Reading refused(String why, long nowMillis) {
    SessionMemory memory = new SessionMemory(terms);
    for (Trace trace : Trace.values()) {
      memory.rememberEvery(trace, nowMillis);
    }
    return new Reading(memory, Standing.REFUSED, "The token is refused: " + why);
  }
}
