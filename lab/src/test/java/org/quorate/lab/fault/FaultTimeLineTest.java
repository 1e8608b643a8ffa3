package org.quorate.lab.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.quorate.study.backend.BackendException;
import org.quorate.study.fault.Fault;
import org.quorate.study.fault.FaultEvent;
import org.quorate.study.fault.HintsFault;
import org.quorate.study.fault.LinkFault;
import org.quorate.study.fault.LinkSet;
import org.quorate.study.fault.LoadFault;
import org.quorate.study.fault.NodeFault;
import org.quorate.study.fault.NodeFault.Deed;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.FaultResult;

/** On virtual time: it passes where a fault takes some, and where the next one is waited for. */
final class FaultTimeLineTest {
  private static final long START = 1_000_000_000_000L;

  private final VirtualTime time = new VirtualTime(START);
  private final List<String> done = Collections.synchronizedList(new ArrayList<>());
  private final Map<String, Duration> lasting = new HashMap<>();
  private final Map<String, String> impossible = new HashMap<>();
  private final Map<String, String> interrupted = new HashMap<>();

  @Test
  void everyFaultBeginsAtItsInstant() throws Exception {
    FaultTimeLine line = line(at(2, kill(3)), at(5, isolate(1)), at(5, new LoadFault(2)));

    follow(line);

    assertThat(line.results())
        .containsExactly(
            new FaultResult("kill", "node3", 2, 2, 2),
            new FaultResult("isolate", "node1", 5, 5, 5),
            new FaultResult("load", "x2", 5, 5, 5));
    assertThat(line.failure()).isEmpty();
    assertThat(done).containsExactlyInAnyOrder("kill node3", "isolate node1", "load x2");
  }

  @Test
  void aSlowStartHoldsUpNoOtherServer() throws Exception {
    lasting.put("start node3", Duration.ofSeconds(12));
    FaultTimeLine line =
        line(at(2, kill(3)), at(10, new NodeFault(Deed.START, 3)), at(15, kill(1)));

    follow(line);

    assertThat(line.results())
        .containsExactly(
            new FaultResult("kill", "node3", 2, 2, 2),
            new FaultResult("start", "node3", 10, 10, 22),
            new FaultResult("kill", "node1", 15, 15, 15));
  }

  @Test
  void whatIsDoneToTheSameServerComesOneAfterTheOther() throws Exception {
    lasting.put("stop node3", Duration.ofSeconds(4));
    lasting.put("hints off", Duration.ofSeconds(4));
    FaultTimeLine line =
        line(
            at(2, new NodeFault(Deed.STOP, 3)),
            at(3, new HintsFault(HintsFault.Mode.OFF, 0)),
            at(3, new NodeFault(Deed.START, 3)),
            at(4, new HintsFault(HintsFault.Mode.ON, 0)));

    follow(line);

    assertThat(line.results())
        .containsExactly(
            new FaultResult("stop", "node3", 2, 2, 6),
            new FaultResult("hints", "off", 3, 3, 7),
            new FaultResult("start", "node3", 3, 6, 6),
            new FaultResult("hints", "on", 4, 7, 7));
  }

  @Test
  void theRingChangesOneServerAfterTheOther() throws Exception {
    lasting.put("add node4", Duration.ofSeconds(9));
    FaultTimeLine line =
        line(
            at(1, new NodeFault(Deed.ADD, 4)),
            at(2, new NodeFault(Deed.REMOVE, 1)),
            at(3, kill(2)));

    follow(line);

    assertThat(line.results())
        .containsExactly(
            new FaultResult("add", "node4", 1, 1, 10),
            new FaultResult("kill", "node2", 3, 3, 3),
            new FaultResult("remove", "node1", 2, 10, 10));
  }

  @Test
  void afterAFaultThatCannotBeNoOtherIsBegun() throws Exception {
    impossible.put("kill node3", "It would not die.");
    FaultTimeLine line =
        line(at(2, kill(3)), at(2, new NodeFault(Deed.START, 3)), at(5, isolate(1)));

    follow(line);

    assertThat(line.failure().orElseThrow()).hasMessage("It would not die.");
    assertThat(line.results()).isEmpty();
    assertThat(done).isEmpty();
  }

  @Test
  void aStartThatTheDeathOfAnotherServerInterruptsIsAFailure() throws Exception {
    interrupted.put("start node3", "node1 was stopped.");
    FaultTimeLine line = line(at(2, new NodeFault(Deed.START, 3)), at(5, isolate(1)));

    follow(line);

    assertThat(line.failure().orElseThrow())
        .hasMessage(
            "The fault \"start node3\" was interrupted before it was in effect: node1 was"
                + " stopped.");
    assertThat(line.results()).isEmpty();
    assertThat(done).isEmpty();
  }

  private void follow(FaultTimeLine line) throws InterruptedException {
    line.follow(START);
    time.leave();
    line.awaitDone();
  }

  private FaultTimeLine line(FaultEvent... events) {
    ClusterFaults cluster =
        new ClusterFaults() {
          @Override
          public void bringAbout(Fault fault) throws BackendException, InterruptedException {
            String problem = impossible.get(fault.text());
            if (problem != null) {
              throw new BackendException(problem);
            }
            String stopped = interrupted.get(fault.text());
            if (stopped != null) {
              throw new InterruptedException(stopped);
            }
            time.pass(lasting.getOrDefault(fault.text(), Duration.ZERO));
            done.add(fault.text());
          }

          @Override
          public void prepare(List<FaultEvent> events) {}

          @Override
          public void makeWhole(Progress progress) {}
        };
    return new FaultTimeLine(List.of(events), cluster, time, time);
  }

  private static FaultEvent at(int second, Fault fault) {
    return new FaultEvent(Duration.ofSeconds(second), fault);
  }

  private static NodeFault kill(int node) {
    return new NodeFault(Deed.KILL, node);
  }

  private static LinkFault isolate(int node) {
    return new LinkFault(LinkFault.Deed.CUT, LinkSet.of(node), "");
  }
}
