package org.quorate.cassandra.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.core.staleness.Propagation;

class CanaryTimesTest {
  @Test
  void itIsTheMeanOfMidpointsWithinPercentilesOfTheEnds() {
    List<VisibilityInterval> intervals = new ArrayList<>();
    // Low ends 0 to 20 ms, high ends 2 to 22 ms.
    for (int i = 0; i <= 20; i++) {
      intervals.add(new VisibilityInterval(i / 1e3, (i + 2) / 1e3));
    }
    Propagation time = CanaryTimes.of(intervals);
    assertThat(time.seconds()).isCloseTo(0.011, within(1e-12));
    assertThat(time.lowSeconds()).isCloseTo(0.001, within(1e-12));
    assertThat(time.highSeconds()).isCloseTo(0.021, within(1e-12));
  }

  @Test
  void aBoundThatTheMeanExceedsIsTheMean() {
    List<VisibilityInterval> intervals =
        new ArrayList<>(Collections.nCopies(99, new VisibilityInterval(0, 0)));
    intervals.add(new VisibilityInterval(1, 1));
    assertThat(CanaryTimes.of(intervals)).isEqualTo(new Propagation(0.01, 0, 0.01));
  }

  @Test
  void endsAreRelativeToTheAcknowledgement() {
    VisibilityInterval interval =
        VisibilityInterval.between(5_000_000, true, 15_000_000, 18_000_000, 500_000);
    assertThat(interval).isEqualTo(new VisibilityInterval(0.0105, 0.0125));
    assertThat(interval.midpointSeconds()).isCloseTo(0.0115, within(1e-12));
  }

  @Test
  void aReplicaThatShowsItAtOnceHasItFromTheBeginning() {
    assertThat(VisibilityInterval.between(5_000_000, false, 0, 6_000_000, 500_000))
        .isEqualTo(new VisibilityInterval(0, 0.0005));
    assertThat(VisibilityInterval.between(5_000_000, false, 0, 5_100_000, 500_000))
        .isEqualTo(new VisibilityInterval(0, 0));
  }

  @Test
  void endsAreInOrder() {
    assertThatThrownBy(() -> new VisibilityInterval(2, 1)).hasMessageContaining("in order");
  }
}
