package org.quorate.lab.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RegionMovesTest {
  private static final List<String> SERVERS = List.of("a", "b", "c");

  @Test
  void whatIsEvenStaysWhereItIs() {
    assertThat(RegionMoves.even(held("a", "b", "c", "c"), SERVERS).moves()).isEmpty();
    assertThat(RegionMoves.even(Map.<Integer, String>of(), SERVERS).moves()).isEmpty();
  }

  @Test
  void aServerThatHoldsNothingGetsItsShare() {
    Map<Integer, String> moves =
        RegionMoves.even(held("a", "b", "a", "b", "a", "b"), SERVERS).moves();
    assertThat(moves).hasSize(2).containsValue("c").doesNotContainValue("a");
    assertThat(counts(after(held("a", "b", "a", "b", "a", "b"), moves))).containsValues(2, 2, 2);
  }

  @Test
  void aServerThatIsNotAllowedLosesAll() {
    Map<Integer, String> now = held("a", "b", "c", "a", "b", "c");
    Map<Integer, String> after = after(now, RegionMoves.even(now, List.of("a", "b")).moves());
    assertThat(after).doesNotContainValue("c");
    assertThat(counts(after)).containsEntry("a", 3).containsEntry("b", 3);
    assertThatThrownBy(() -> RegionMoves.even(now, List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void noServerHoldsTwoMoreThanAnotherAndNoMoveIsTooMany() {
    Random random = new Random(5);
    for (int example = 0; example < 500; example++) {
      List<String> allowed = SERVERS.subList(0, 1 + random.nextInt(SERVERS.size()));
      Map<Integer, String> now = new LinkedHashMap<>();
      int regions = random.nextInt(20);
      for (int region = 0; region < regions; region++) {
        now.put(region, List.of("a", "b", "c", "gone").get(random.nextInt(4)));
      }
      Map<Integer, String> moves = RegionMoves.even(now, allowed).moves();
      Map<String, Integer> counts = counts(after(now, moves));
      assertThat(allowed).containsAll(counts.keySet());
      List<Integer> sizes = new ArrayList<>();
      allowed.forEach(server -> sizes.add(counts.getOrDefault(server, 0)));
      sizes.sort(null);
      assertThat(sizes.get(sizes.size() - 1) - sizes.get(0)).isLessThanOrEqualTo(1);
      assertThat(moves).hasSize(fewest(now, allowed));
    }
  }

  /** Regions held by nobody allowed, and those above the share, where the largest keep one more. */
  private static int fewest(Map<Integer, String> now, List<String> allowed) {
    Map<String, Integer> counts = counts(now);
    List<Integer> sizes = new ArrayList<>();
    allowed.forEach(server -> sizes.add(counts.getOrDefault(server, 0)));
    sizes.sort((one, other) -> Integer.compare(other, one));
    int kept = 0;
    for (int index = 0; index < sizes.size(); index++) {
      int share = now.size() / allowed.size() + (index < now.size() % allowed.size() ? 1 : 0);
      kept += Math.min(sizes.get(index), share);
    }
    return now.size() - kept;
  }

  private static Map<Integer, String> held(String... servers) {
    Map<Integer, String> held = new LinkedHashMap<>();
    for (String server : servers) {
      held.put(held.size(), server);
    }
    return held;
  }

  private static Map<Integer, String> after(Map<Integer, String> now, Map<Integer, String> moves) {
    Map<Integer, String> after = new HashMap<>(now);
    after.putAll(moves);
    return after;
  }

  private static Map<String, Integer> counts(Map<Integer, String> held) {
    Map<String, Integer> counts = new HashMap<>();
    held.values().forEach(server -> counts.merge(server, 1, Integer::sum));
    return counts;
  }
}
