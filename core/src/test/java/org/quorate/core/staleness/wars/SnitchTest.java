package org.quorate.core.staleness.wars;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.core.replica.NodePlace;

/** Of replicas in two racks of one data centre and one rack of another. */
final class SnitchTest {
  private static final List<NodePlace> PLACES =
      List.of(
          new NodePlace("dc1", "a"),
          new NodePlace("dc1", "b"),
          new NodePlace("dc1", "a"),
          new NodePlace("dc2", "a"));

  @Test
  void itselfComesFirstThenItsRackItsDataCentreAndOthers() {
    Snitch snitch = Snitch.ofPlaces(PLACES);
    assertThat(snitch.ranks(0)).containsExactly(0, 2, 1, 3);
    assertThat(snitch.ranks(1)).as("two are as near").containsExactly(1, 0, 1, 3);
    assertThat(snitch.ranks(2)).containsExactly(1, 2, 0, 3);
    assertThat(snitch.ranks(3))
        .as("racks are those of one data centre")
        .containsExactly(1, 1, 1, 0);
    assertThat(snitch.nearestToOthers()).isZero();
  }

  @Test
  void scoresCountWhereTheNearestAreBadBeyondTheThreshold() {
    assertThat(scored(1, 0.9, 0.1, 0.5, 0.7).ranks(0))
        .as("0.9 is more than twice 0.1")
        .containsExactly(3, 0, 1, 2);
    assertThat(scored(1, 0.2, 0.1, 0.2, 0.3).ranks(0))
        .as("0.2 is twice 0.1 and no more")
        .containsExactly(0, 2, 1, 3);
    assertThat(scored(0.9, 0.2, 0.1, 0.2, 0.3).ranks(0))
        .as("of equal scores the nearer")
        .containsExactly(1, 0, 2, 3);
  }

  @Test
  void eachIsHeldAgainstTheScoreThatWouldStandInItsPlace() {
    // By nearness 0.1, 0.4, 0.11, 0.5; sorted 0.1, 0.11, 0.4, 0.5: 0.4 is too bad for the second.
    assertThat(scored(1, 0.1, 0.11, 0.4, 0.5).ranks(0)).containsExactly(0, 1, 2, 3);
  }

  /** In three racks, so that the others are as near as one another. */
  @Test
  void whoseScoresAreKnownAsksThoseAsNearInTheOrderOfTheRing() {
    assertThat(ofThreeRacks(0.1, 0.2, 0.11)).as("none is too bad").containsExactly(0, 1, 2);
    assertThat(ofThreeRacks(0.1, 0.11, 0.2)).containsExactly(0, 1, 2);
    assertThat(ofThreeRacks(0.1, 0.4, 0.11)).as("0.4 is").containsExactly(0, 2, 1);
    assertThat(ofThreeRacks(0.1, 0.11, 0.4))
        .as("the last has none to be held against")
        .containsExactly(0, 1, 2);
  }

  private static List<Integer> ofThreeRacks(Double... own) {
    List<NodePlace> places =
        List.of(new NodePlace("dc1", "a"), new NodePlace("dc1", "b"), new NodePlace("dc1", "c"));
    return new Snitch(places, List.of(List.of(own), List.of(), List.of()), 1).ranks(0);
  }

  @Test
  void withoutAThresholdTheOrderIsThatOfTheScores() {
    assertThat(scored(0, 0.4, 0.3, 0.2, 0.1).ranks(0)).containsExactly(3, 2, 1, 0);
    assertThat(scored(0, 0.1, 0.1, 0.1, 0.1).ranks(0)).containsExactly(0, 2, 1, 3);
  }

  @Test
  void whoseScoresAreNotKnownGoesByNearness() {
    assertThat(scored(1, 0.9, 0.1, 0.5, 0.7).ranks(2)).containsExactly(1, 2, 0, 3);
  }

  @Test
  void whatIsNoOrderIsRefused() {
    assertThatThrownBy(() -> Snitch.ofPlaces(List.of())).hasMessageContaining("at least 1");
    assertThatThrownBy(() -> new Snitch(PLACES, List.of(List.of(), List.of(), List.of()), 1))
        .hasMessageContaining("of all N or of none");
    assertThatThrownBy(() -> scored(-0.1, 1.0, 1.0, 1.0, 1.0)).hasMessageContaining("-0.1");
  }

  /** As the first of them knows. */
  private static Snitch scored(double badnessThreshold, Double... scores) {
    return new Snitch(
        PLACES, List.of(List.of(scores), List.of(), List.of(), List.of()), badnessThreshold);
  }
}
