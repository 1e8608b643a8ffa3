package org.quorate.cassandra.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecentQueriesTest {
  private final RecentQueries<Integer> recent = new RecentQueries<>();

  private static RecentQueries.Query query(int number, int length) {
    return new RecentQueries.Query(null, number + "x".repeat(length));
  }

  @Test
  void theTextsThatAreRememberedAreBoundedTogether() {
    for (int i = 0; i < 1000; i++) {
      recent.remember(query(i, 50_000), 1);
      assertThat(recent.characters()).isLessThanOrEqualTo(RecentQueries.MOST_CHARACTERS);
    }
    assertThat(recent.characters()).isGreaterThan(RecentQueries.MOST_CHARACTERS / 4);
  }

  @Test
  void manyShortTextsAreRemembered() {
    for (int i = 0; i < 2000; i++) {
      recent.remember(query(i, 80), 1);
    }
    for (int i = 0; i < 2000; i++) {
      assertThat(recent.find(query(i, 80))).isNotNull();
    }
  }

  @Test
  void whatIsAskedForAgainAndAgainIsKeptBesideWhatIsNot() {
    RecentQueries.Query often = query(-1, 50);
    recent.remember(often, 1);
    for (int i = 0; i < 20_000; i++) {
      recent.remember(query(i, 500), 1);
      assertThat(recent.find(often)).isNotNull();
    }
    assertThat(recent.find(query(0, 500))).as("long ago").isNull();
  }

  @Test
  void oneHugeTextMakesNothingElseBeForgotten() {
    RecentQueries.Query seldom = query(-1, 50);
    recent.remember(seldom, 1);
    for (int i = 0; i < 100; i++) {
      recent.remember(query(i, RecentQueries.LONGEST + 1), 1);
    }
    assertThat(recent.find(seldom)).isNotNull();
    assertThat(recent.characters()).isLessThan(100);
  }
}
