package org.quorate.core.guarantee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.core.guarantee.SessionTokens.Reading;
import org.quorate.core.guarantee.SessionTokens.Standing;

class SessionTokensTest {
  private static final SessionTerms TERMS =
      new SessionTerms(Duration.ofSeconds(30), Duration.ofSeconds(2));
  private static final List<Trace> TRACES = List.of(Trace.values());
  private static final long NOW = 1_800_000_000_000L;
  private static final long AUDIENCE = 0x1234_5678_9ABC_DEF0L;
  private static final SessionTokens TOKENS = tokens(key(1));

  private static byte[] key(int value) {
    byte[] key = new byte[32];
    Arrays.fill(key, (byte) value);
    return key;
  }

  private static SessionTokens tokens(byte[]... keys) {
    return new SessionTokens(TERMS, TokenKeys.of(List.of(keys)), AUDIENCE);
  }

  private static String written(SessionTokens tokens) {
    SessionMemory memory = new SessionMemory(TERMS);
    memory.remember(Trace.WRITTEN, 42, NOW);
    memory.timestamp(77);
    return tokens.write(memory, NOW);
  }

  @Test
  void aTokenTellsAnotherProcessWhatTheClientHasDone() {
    String token = written(TOKENS);
    Reading reading = TOKENS.read(token, NOW + 100);

    assertThat(token).hasSize(SessionTokens.CHARACTERS).matches("[A-Za-z0-9_-]+");
    assertThat(reading.standing()).isEqualTo(Standing.RESUMED);
    assertThat(reading.memory().isRecent(Trace.WRITTEN, 42, NOW + 100)).isTrue();
    assertThat(reading.memory().isRecent(Trace.WRITTEN, 43, NOW + 100)).isFalse();
    assertThat(reading.memory().timestamp(5)).isEqualTo(78);
  }

  @Test
  void aClientWithoutATokenHasDoneNothing() {
    Reading reading = TOKENS.read(null, NOW);

    assertThat(reading.standing()).isEqualTo(Standing.NEW);
    assertThat(reading.memory().isRecent(Trace.WRITTEN, 42, NOW)).isFalse();
  }

  @Test
  void eachChangedCharacterIsAForgery() {
    String token = written(TOKENS);
    for (int at = 0; at < token.length(); at++) {
      char other = token.charAt(at) == 'A' ? 'B' : 'A';
      String forged = token.substring(0, at) + other + token.substring(at + 1);
      assertRefused(TOKENS.read(forged, NOW));
    }
  }

  @Test
  void aTokenSignedByAnotherKeyIsAForgery() {
    assertThat(assertRefused(tokens(key(2)).read(written(TOKENS), NOW)))
        .isEqualTo("The token is refused: none of the application's keys has signed it.");
    SessionTokens hints = new SessionTokens(TERMS, TokenKeys.none(), AUDIENCE);
    assertRefused(TOKENS.read(written(hints), NOW));
  }

  @Test
  void keysAreChangedWithoutALostToken() {
    SessionTokens both = tokens(key(2), key(1));

    assertThat(both.read(written(TOKENS), NOW).standing()).isEqualTo(Standing.RESUMED);
    assertThat(tokens(key(2)).read(written(both), NOW).standing()).isEqualTo(Standing.RESUMED);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 100, 255})
  void aTokenThatIsCutIsRefused(int characters) {
    assertThat(assertRefused(TOKENS.read(written(TOKENS).substring(0, characters), NOW)))
        .isEqualTo("The token is refused: it has " + characters + " characters and not 256.");
  }

  @Test
  void whatIsNoBase64IsRefused() {
    assertThat(assertRefused(TOKENS.read("/".repeat(256), NOW)))
        .isEqualTo("The token is refused: it is not written in base64 for URLs.");
    assertRefused(TOKENS.read("é".repeat(256), NOW));
    assertRefused(TOKENS.read("A".repeat(254) + "==", NOW));
  }

  @Test
  void aTokenOfAnotherVersionIsRefused() {
    byte[] bytes = Base64.getUrlDecoder().decode(written(TOKENS));
    bytes[0] = 2;
    assertThat(assertRefused(TOKENS.read(Base64.getUrlEncoder().encodeToString(bytes), NOW)))
        .isEqualTo("The token is refused: it is of version 2, and known is 1.");
  }

  @Test
  void aTokenOfAnotherClusterOrOfOtherTermsIsRefused() {
    TokenKeys keys = TokenKeys.of(List.of(key(1)));
    SessionTerms longer = new SessionTerms(Duration.ofSeconds(31), Duration.ofSeconds(2));

    assertThat(assertRefused(new SessionTokens(TERMS, keys, 1).read(written(TOKENS), NOW)))
        .isEqualTo(
            "The token is refused: it is of another cluster, data centre or set of tables, or of"
                + " other terms.");
    assertThat(new SessionTokens(longer, keys, AUDIENCE).read(written(TOKENS), NOW).standing())
        .isEqualTo(Standing.REFUSED);
  }

  @Test
  void aTokenFromTheFutureIsRefusedBeyondWhatClocksMayDiffer() {
    String token = written(TOKENS);

    assertThat(TOKENS.read(token, NOW - 2_000).standing()).isEqualTo(Standing.RESUMED);
    assertThat(assertRefused(TOKENS.read(token, NOW - 7_000)))
        .isEqualTo("The token is refused: it is from the future by more than clocks may differ.");
  }

  @Test
  void anExpiredTokenPromisesNothing() {
    Reading reading = TOKENS.read(written(TOKENS), NOW + 40_000);

    assertThat(reading.standing()).isEqualTo(Standing.EXPIRED);
    assertThat(reading.memory().isRecent(Trace.WRITTEN, 42, NOW + 40_000)).isFalse();
  }

  /** Else a client could have its writes hide those of everybody until its forged time. */
  @Test
  void aHintMovesNoTimestamp() {
    SessionTokens hints = new SessionTokens(TERMS, TokenKeys.none(), AUDIENCE);
    SessionMemory memory = new SessionMemory(TERMS);
    memory.timestamp(Long.MAX_VALUE / 2);

    assertThat(hints.read(hints.write(memory, NOW), NOW).memory().timestamp(5)).isEqualTo(5);
  }

  @Test
  void aTimestampIsNoFurtherAheadThanClocksMayDiffer() {
    SessionMemory memory = new SessionMemory(TERMS);
    memory.timestamp(Long.MAX_VALUE / 2);

    assertThat(TOKENS.read(TOKENS.write(memory, NOW), NOW).memory().timestamp(5))
        .isEqualTo((NOW + 2_000) * 1_000 + 1);
  }

  @Test
  void keysAreLongAndFewAndNeverShown() {
    assertThatThrownBy(() -> TokenKeys.of(List.of(new byte[31])))
        .hasMessage("A key of session tokens has at least 32 bytes, but one has 31.");
    assertThatThrownBy(() -> TokenKeys.of(Collections.nCopies(9, key(1))))
        .hasMessage("Session tokens have at most 8 keys, not 9.");
    assertThat(TokenKeys.of(List.of(key(65))).toString()).isEqualTo("1 secret");
  }

  /** After it, a read is raised for the time to live, and then no more: what a forger can do. */
  private static String assertRefused(Reading reading) {
    assertThat(reading.standing()).isEqualTo(Standing.REFUSED);
    for (Trace trace : Trace.values()) {
      assertThat(reading.memory().isRecent(trace, 4711, NOW)).isTrue();
      assertThat(reading.memory().isRecent(trace, 4711, NOW + 35_000)).isFalse();
    }
    return reading.reason();
  }

  /**
   * Clients, each with tokens that go on, branch and meet again, over processes whose clocks differ
   * by the bound at most, against a session that remembers everything. Seed 21.
   */
  @ParameterizedTest
  @ValueSource(ints = {5, 60, 400})
  void noTokenEverSaysOldEnoughWhereSomethingWasLately(int keys) {
    SplittableRandom random = new SplittableRandom(21);
    long bound = TERMS.clockBound().toMillis();
    long timeToLive = TERMS.timeToLive().toMillis();
    List<Branch> branches = new ArrayList<>(List.of(new Branch(null, Map.of())));
    long checked = 0;
    long time = NOW;
    for (int step = 0; step < 4_000; step++) {
      time += random.nextInt(3) == 0 ? random.nextInt(6_000) : random.nextInt(40);
      long clock = time + random.nextLong(bound + 1) - bound / 2;
      Branch from = branches.get(random.nextInt(branches.size()));
      Reading reading = TOKENS.read(from.token, clock);
      assertThat(reading.standing()).isNotEqualTo(Standing.REFUSED);
      SessionMemory memory = reading.memory();
      Map<Touch, Long> truth = new HashMap<>(from.truth);
      if (random.nextInt(4) == 0) {
        Branch other = branches.get(random.nextInt(branches.size()));
        memory.merge(TOKENS.read(other.token, clock).memory());
        other.truth.forEach((touch, at) -> truth.merge(touch, at, Math::max));
      }
      for (int i = random.nextInt(4); i > 0; i--) {
        Trace trace = TRACES.get(random.nextInt(TRACES.size()));
        long key = random.nextInt(keys);
        memory.remember(trace, key, clock);
        truth.put(new Touch(trace, key), time);
      }
      for (Map.Entry<Touch, Long> each : truth.entrySet()) {
        if (time - each.getValue() <= timeToLive) {
          assertThat(memory.isRecent(each.getKey().trace(), each.getKey().key(), clock))
              .as("%s, %d ms ago", each.getKey(), time - each.getValue())
              .isTrue();
          checked++;
        }
      }
      Branch next = new Branch(TOKENS.write(memory, clock), truth);
      if (branches.size() < 4) {
        branches.add(next);
      } else {
        branches.set(random.nextInt(4), next);
      }
    }
    assertThat(checked).isGreaterThan(10_000);
  }

  private record Touch(Trace trace, long key) {}

  private record Branch(@Nullable String token, Map<Touch, Long> truth) {}
}
