package org.quorate.study.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.study.fault.NodeFault.Deed;

final class FaultOrderTest {
  private final FaultOrder order = new FaultOrder(3, 0, List.of());

  @Test
  void aServerIsDownUntilItIsStarted() {
    accepts(new NodeFault(Deed.KILL, 3));
    refuses(new NodeFault(Deed.KILL, 3), "node3 is down at that instant; start it first.");
    refuses(new NodeFault(Deed.STOP, 3), "node3 is down");
    refuses(new NodeFault(Deed.PAUSE, 3), "node3 is down");
    refuses(new NodeFault(Deed.RESTART, 3), "node3 is down");
    accepts(new NodeFault(Deed.STOP, 2));
    accepts(new NodeFault(Deed.START, 3));
    refuses(new NodeFault(Deed.START, 3), "node3 runs at that instant; kill, stop or pause it");
    accepts(new NodeFault(Deed.RESTART, 3));
  }

  @Test
  void aServerThatStandsStillGoesOnOrIsKilled() {
    refuses(new NodeFault(Deed.RESUME, 1), "node1 runs");
    accepts(new NodeFault(Deed.PAUSE, 1));
    refuses(new NodeFault(Deed.PAUSE, 1), "node1 stands still at that instant; resume it first");
    refuses(new NodeFault(Deed.STOP, 1), "node1 stands still");
    accepts(new NodeFault(Deed.RESUME, 1));
    accepts(new NodeFault(Deed.PAUSE, 1));
    accepts(new NodeFault(Deed.KILL, 1));
    accepts(new NodeFault(Deed.START, 1));
  }

  @Test
  void theRingChangesWhileAllItsServersRun() {
    List<Fault> line =
        List.of(
            new NodeFault(Deed.ADD, 4),
            new NodeFault(Deed.REMOVE, 3),
            new NodeFault(Deed.ADD, 3),
            new NodeFault(Deed.KILL, 1));
    FaultOrder four = new FaultOrder(4, 1, line);

    assertThat(FaultOrder.outsideAtFirst(line)).containsExactly(4);
    assertThat(four.follow(new NodeFault(Deed.KILL, 4)).orElseThrow())
        .isEqualTo("node4 is no member of the ring at that instant; add it first.");
    assertThat(four.follow(new NodeFault(Deed.RESTART, 1)).orElseThrow())
        .isEqualTo(
            "nothing is done to a server while another is outside the ring; add that first.");
    assertThat(line).allSatisfy(fault -> assertThat(four.follow(fault)).isEmpty());
    assertThat(four.follow(new NodeFault(Deed.REMOVE, 3)).orElseThrow())
        .contains("the ring changes only while all its servers run");
    assertThat(four.follow(new NodeFault(Deed.ADD, 3)).orElseThrow())
        .isEqualTo("node3 runs at that instant; remove it first.");
  }

  @Test
  void theRingKeepsAPlaceForEveryReplica() {
    refuses(new NodeFault(Deed.REMOVE, 3), "fewer servers than replicas of each row would be left");
    assertThat(
            new FaultOrder(3, 0, List.of(new NodeFault(Deed.ADD, 3)))
                .follow(new NodeFault(Deed.ADD, 3))
                .orElseThrow())
        .contains("raise cluster: nodes");
  }

  @Test
  void linksAreHealedThatAreCutOrSlow() {
    refuses(links(LinkFault.Deed.HEAL, "node3"), "none of these links is cut or slow");
    accepts(links(LinkFault.Deed.CUT, "node1 -> node3"));
    refuses(links(LinkFault.Deed.CUT, "node1 -> node3"), "all of these links are cut");
    accepts(links(LinkFault.Deed.CUT, "node1 <-> node3"));
    refuses(links(LinkFault.Deed.SLOW, "node3 -> node1"), "all of these links are cut");
    accepts(links(LinkFault.Deed.HEAL, "node3"));
    accepts(links(LinkFault.Deed.SLOW, "node2"));
    accepts(links(LinkFault.Deed.SLOW, "node2"));
    accepts(links(LinkFault.Deed.HEAL, "node2 -> node1"));
    accepts(links(LinkFault.Deed.HEAL, "node2"));
    refuses(links(LinkFault.Deed.HEAL, "node2"), "none of these links");
  }

  @Test
  void noServerStartsWhileLinksAreCut() {
    accepts(new NodeFault(Deed.KILL, 3));
    accepts(links(LinkFault.Deed.CUT, "node1 -> node2"));
    refuses(new NodeFault(Deed.START, 3), "links are cut at that instant; heal them first.");
    accepts(links(LinkFault.Deed.HEAL, "node2"));
    accepts(new NodeFault(Deed.START, 3));
  }

  @Test
  void whatIsNotThereIsNamed() {
    refuses(
        new NodeFault(Deed.KILL, 4), "the cluster has no node4; its servers are node1 to node3.");
    refuses(links(LinkFault.Deed.CUT, "node1 -> node7"), "the cluster has no node7");
    assertThat(
            new FaultOrder(1, 0, List.of())
                .follow(links(LinkFault.Deed.CUT, "node1"))
                .orElseThrow())
        .isEqualTo("a cluster of one server has no links.");
    assertThat(new FaultOrder(1, 0, List.of()).follow(new NodeFault(Deed.KILL, 2)).orElseThrow())
        .contains("its servers are node1 alone.");
  }

  @Test
  void loadAndHintsChangeAtAnyTime() {
    accepts(new LoadFault(2));
    accepts(new HintsFault(HintsFault.Mode.OFF, 0));
    accepts(new HintWindowFault(Duration.ofSeconds(5)));
  }

  @Test
  void aFaultIsWrittenAsStudyFilesWriteIt() {
    assertThat(new NodeFault(Deed.RESTART, 2).text()).isEqualTo("restart node2");
    assertThat(links(LinkFault.Deed.CUT, "node3").text()).isEqualTo("isolate node3");
    assertThat(links(LinkFault.Deed.CUT, "node1->node3").text()).isEqualTo("cut node1 -> node3");
    assertThat(new LinkFault(LinkFault.Deed.SLOW, LinkSet.of(1), "100ms").text())
        .isEqualTo("slow node1 100ms");
    assertThat(new LoadFault(2).text()).isEqualTo("load x2");
    assertThat(new LoadFault(0.5).text()).isEqualTo("load x0.5");
    assertThat(new LoadFault(10).text()).isEqualTo("load x10");
    assertThat(new HintsFault(HintsFault.Mode.THROTTLED, 65_536).text())
        .isEqualTo("hints throttled 64KiB/s");
    assertThat(new HintWindowFault(Duration.ofSeconds(5)).text()).isEqualTo("hint-window 5s");
  }

  @Test
  void linksAreThoseOfATextAndNoOthers() {
    assertThat(LinkSet.parse("node1 -> node3").has(1, 3)).isTrue();
    assertThat(LinkSet.parse("node1 -> node3").has(3, 1)).isFalse();
    assertThat(LinkSet.parse("node1<->node3").has(3, 1)).isTrue();
    assertThat(LinkSet.parse("node1<->node3").has(3, 2)).isFalse();
    assertThat(LinkSet.parse("node3").has(3, 2)).isTrue();
    assertThat(LinkSet.parse("node3").has(1, 3)).isTrue();
    assertThat(LinkSet.parse("node3").has(1, 2)).isFalse();
    assertThat(LinkSet.parse("node1<->node3").text()).isEqualTo("node1 <-> node3");
    assertThatThrownBy(() -> LinkSet.parse("node1 -> node1")).hasMessageContaining("itself");
    assertThatThrownBy(() -> LinkSet.parse("node0")).hasMessageContaining("names no links");
  }

  private static LinkFault links(LinkFault.Deed deed, String links) {
    return new LinkFault(deed, LinkSet.parse(links), "");
  }

  private void accepts(Fault fault) {
    assertThat(order.follow(fault)).isEmpty();
  }

  private void refuses(Fault fault, String problem) {
    assertThat(order.follow(fault).orElseThrow()).contains(problem);
  }
}
