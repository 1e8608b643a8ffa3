package org.quorate.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.quorate.core.random.SeededRandom;

class EvidenceMapTest {
  private final SeededRandom random = new SeededRandom(11);

  private EvidenceMap some(int most) {
    List<ProcessEvidence> values = new ArrayList<>();
    for (int left = random.nextInt(most); left > 0; left--) {
      values.add(MadeUpEvidence.random(random, 6, 4));
    }
    return EvidenceMap.of(values);
  }

  /** 500 triples of maps that share processes and sequences; seed 11. */
  @Test
  void mergingIsCommutativeAssociativeAndIdempotent() {
    for (int i = 0; i < 500; i++) {
      assertLaws(some(8), some(8), some(8));
    }
  }

  private static void assertLaws(EvidenceMap a, EvidenceMap b, EvidenceMap c) {
    assertThat(a.merge(b)).isEqualTo(b.merge(a));
    assertThat(a.merge(b).merge(c)).isEqualTo(a.merge(b.merge(c)));
    assertThat(a.merge(b).merge(b)).isEqualTo(a.merge(b));
    assertThat(a.merge(EvidenceMap.NONE)).isEqualTo(a);
  }

  @Test
  void soItIsWhereThereAreMoreProcessesThanAreKept() {
    EvidenceMap a = many(0, 700);
    EvidenceMap b = many(500, 900);
    EvidenceMap c = many(850, 1_600);
    assertLaws(a, b, c);
    assertThat(a.merge(b).isCrowded()).isFalse();
    EvidenceMap all = a.merge(b).merge(c);
    assertThat(all.isCrowded()).isTrue();
    assertThat(all.values()).hasSize(EvidenceMap.MOST);
  }

  private EvidenceMap many(int from, int to) {
    return EvidenceMap.of(
        IntStream.range(from, to)
            .mapToObj(each -> MadeUpEvidence.of(each, random.nextInt(1_000)))
            .toList());
  }

  /** Against its definition: of each process the greatest sequence, of these the greatest. */
  @Test
  void ofEachProcessTheNewestStaysAndOfTooManyTheMostRecent() {
    List<ProcessEvidence> values = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      values.add(MadeUpEvidence.of(random.nextInt(2_000), i));
    }
    Map<UUID, ProcessEvidence> newest = new TreeMap<>();
    values.forEach(each -> newest.put(each.process(), each));
    EvidenceMap merged = EvidenceMap.NONE;
    for (int from = 0; from < values.size(); from += 500) {
      merged = merged.merge(EvidenceMap.of(values.subList(from, from + 500)));
    }
    assertThat(merged.values())
        .containsExactlyInAnyOrderElementsOf(
            newest.values().stream()
                .sorted(Comparator.comparingLong(ProcessEvidence::sequence).reversed())
                .limit(EvidenceMap.MOST)
                .toList());
  }
}
