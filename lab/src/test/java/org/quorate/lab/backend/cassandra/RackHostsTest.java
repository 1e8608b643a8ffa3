package org.quorate.lab.backend.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.quorate.core.offload.Consolidation;
import org.quorate.core.offload.HysteresisOffload;

/** A host can execute 100 operations a second, of which 40 let others rest and 70 wake them. */
class RackHostsTest {
  private final AtomicLong seconds = new AtomicLong();
  private final List<String> done = new ArrayList<>();

  @Test
  void aHostRestsOnceItsNodesHaveMovedAndBootsBeforeItHasThemAgain() throws Exception {
    RackHosts rack = rack(new Consolidation(Map.of(1, List.of("a"), 4, List.of("b"))), 2);

    look(rack, 60, Map.of("a", 20.0, "b", 21.0));
    assertThat(done).as("one would have 41").isEmpty();
    look(rack, 62, Map.of("a", 20.0, "b", 20.0));
    assertThat(done)
        .containsExactly(
            "1: 40 requests/s are at most 40 % of what 1 can do. Of host1, host4 1 shall be on.",
            "b to 1", "4 rests");
    assertThat(rack.wanted()).isEqualTo(1);

    done.clear();
    look(rack, 63, Map.of("a", 30.0, "b", 40.0));
    assertThat(done).as("between the marks").isEmpty();
    look(rack, 64, Map.of("a", 31.0, "b", 40.0));
    assertThat(done)
        .containsExactly(
            "2: 71 requests/s are more than 70 % of what 1 awake can do."
                + " Of host1, host4 2 shall be on.",
            "4 boots");
    done.clear();
    look(rack, 65, Map.of("a", 80.0, "b", 80.0));
    assertThat(done).as("it boots for 2 s").isEmpty();
    look(rack, 66, Map.of("a", 1.0, "b", 1.0));
    assertThat(done)
        .as("a boot is gone on with, though the load has fallen")
        .containsExactly("4 is on", "b to 4", "served after 2.0 s");

    done.clear();
    look(rack, 75, Map.of("a", 1.0, "b", 1.0));
    assertThat(done).as("for the shortest stay, 10 s, nothing rests").isEmpty();
    look(rack, 76, Map.of("a", 1.0, "b", 1.0));
    assertThat(done).contains("b to 1", "4 rests");
  }

  @Test
  void whereWhatANodeHasToDoIsNotKnownAllHostsComeBack() throws Exception {
    RackHosts rack = rack(new Consolidation(Map.of(1, List.of("a"), 4, List.of("b"))), 0);

    look(rack, 10, Map.of("a", 1.0));
    assertThat(done).as("all are on").isEmpty();
    look(rack, 12, Map.of("a", 1.0, "b", 1.0));
    done.clear();
    look(rack, 14, Map.of("a", 1.0));
    assertThat(done)
        .containsExactly(
            "2: What b has to do is not known, so no host of its rack may rest."
                + " Of host1, host4 2 shall be on.",
            "4 boots",
            "4 is on",
            "b to 4",
            "served after 0.0 s");
  }

  @Test
  void noHostHasMoreThanTheLowMarkWhereNodesCannotBeDividedEvenly() throws Exception {
    RackHosts rack =
        rack(new Consolidation(Map.of(1, List.of("a"), 2, List.of("b"), 3, List.of("c"))), 0);

    look(rack, 60, Map.of("a", 25.0, "b", 25.0, "c", 25.0));
    assertThat(done).as("75 are two hosts' at the low mark, but one would have 50").isEmpty();
    look(rack, 62, Map.of("a", 20.0, "b", 20.0, "c", 20.0));
    assertThat(done).contains("c to 1", "3 rests").doesNotContain("b to 1", "2 rests");
  }

  @Test
  void hostsThatAreWantedOneAfterAnotherEachBootForTheirTime() throws Exception {
    RackHosts rack =
        rack(new Consolidation(Map.of(1, List.of("a"), 2, List.of("b"), 3, List.of("c"))), 5);
    look(rack, 60, Map.of("a", 1.0, "b", 1.0, "c", 1.0));
    assertThat(done).contains("2 rests", "3 rests");

    done.clear();
    look(rack, 62, Map.of("a", 30.0, "b", 30.0, "c", 30.0));
    assertThat(done).contains("2 boots").doesNotContain("3 boots");
    look(rack, 64, Map.of("a", 60.0, "b", 60.0, "c", 60.0));
    assertThat(done).contains("3 boots");
    done.clear();
    look(rack, 67, Map.of("a", 60.0, "b", 60.0, "c", 60.0));
    assertThat(done).containsExactly("2 is on", "b to 2", "served after 5.0 s");
    done.clear();
    look(rack, 69, Map.of("a", 60.0, "b", 60.0, "c", 60.0));
    assertThat(done)
        .as("since this one was wanted, not the first")
        .containsExactly("3 is on", "c to 3", "served after 5.0 s");
    assertThat(rack.wanted()).isEqualTo(3);
  }

  private void look(RackHosts rack, long second, Map<String, Double> perSecond) throws Exception {
    seconds.set(second);
    rack.look(new HashMap<>(perSecond));
  }

  private RackHosts rack(Consolidation hosts, long bootSeconds) {
    List<RackHosts> told = new ArrayList<>();
    told.add(
        new RackHosts(
            hosts,
            new HysteresisOffload(0.4, 0.7, 10, 1),
            100,
            0.4,
            Duration.ofSeconds(bootSeconds),
            () -> seconds.get() * 1_000_000_000L,
            new HostControls() {
              @Override
              public void chosen(String reason) {
                done.add(told.get(0).wanted() + ": " + reason);
              }

              @Override
              public void move(String node, int host) {
                done.add(node + " to " + host);
              }

              @Override
              public void rests(int host) {
                done.add(host + " rests");
              }

              @Override
              public void boots(int host) {
                done.add(host + " boots");
              }

              @Override
              public void isOn(int host) {
                done.add(host + " is on");
              }

              @Override
              public void served(double after) {
                done.add("served after " + after + " s");
              }
            }));
    return told.get(0);
  }
}
