package org.quorate.study.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.quorate.study.plan.Capability;
import org.quorate.study.plan.StoreEngine;
import org.quorate.study.testing.Studies;

/** What holds for every engine that a study may name: it has what it can, and refuses the rest. */
final class StoreEngineConformanceTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  /** Lines that ask for something; a new capability does not compile here until it has some. */
  private static String asks(Capability capability) {
    return switch (capability) {
      case LEVELS -> "levels: {read: ONE}";
      case PLACEMENT -> "cluster: {%s, pools: balanced}";
      case COORDINATORS -> "coordinators: hot";
      case MONITOR -> "monitor: {}";
      case FAULTS -> "faults: [{at: 1s, kill: node3}]";
      case DEFERRAL -> "buffering: bounded 1s";
      case DATA_NODES -> "cluster: {%s, hdfs-data-nodes: 1}";
      case REMOTE -> "backend: remote\nremote: {contact-points: a, local-data-center: b}";
    };
  }

  @ParameterizedTest
  @EnumSource(StoreEngine.class)
  void whatItCanIsTakenAndWhatItLacksIsRefusedWithAWayOut(StoreEngine engine) {
    for (Capability capability : Capability.values()) {
      if (engine.can(capability)) {
        assertThatCode(() -> load(engine, asks(capability)))
            .as("%s on %s", capability, engine)
            .doesNotThrowAnyException();
      } else {
        assertThat(engine.lack(capability)).get().asString().endsWith(".").contains("remove it");
        assertThatThrownBy(() -> load(engine, asks(capability)))
            .as("%s on %s", capability, engine)
            .isInstanceOf(StudyFileException.class)
            .hasMessageContaining(engine.lack(capability).orElseThrow());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(StoreEngine.class)
  void aStudyThatSaysNothingElseIsOneOfItsOwn(StoreEngine engine) throws Exception {
    var cluster = Studies.load(folder, study(engine, "")).study().cells().values();

    assertThat(cluster)
        .singleElement()
        .satisfies(
            run -> {
              assertThat(run.cluster().engine()).isEqualTo(engine);
              assertThat(run.cluster().replicationFactor())
                  .isEqualTo(Math.min(3, engine.replicationFactor()));
              assertThat(run.cluster().heapBytes()).isPositive();
            });
  }

  /** A study may come from anybody. */
  @ParameterizedTest
  @EnumSource(StoreEngine.class)
  void aStudyChoosesNoClassFileOrAddressOfItsServers(StoreEngine engine) {
    for (String name : new String[] {"a b", "../x", "A", "x\ny"}) {
      assertThat(engine.refusal(name)).as(name).isPresent();
    }
    for (String value : new String[] {"a\nb", "/bin/true", "{a: b}", "!!java.net.URL x", ""}) {
      assertThatThrownBy(() -> engine.value(value))
          .as(value)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void noTwoHaveOneName() {
    assertThat(StoreEngine.names())
        .doesNotHaveDuplicates()
        .allMatch(text -> text.matches("[a-z][a-z0-9-]*"));
    assertThat(Arrays.stream(StoreEngine.values()).map(StoreEngine::title)).doesNotHaveDuplicates();
    assertThat(StoreEngine.values())
        .allSatisfy(engine -> assertThat(StoreEngine.parse(engine.text())).isSameAs(engine));
  }

  private Object load(StoreEngine engine, String asked) throws Exception {
    return Studies.load(folder, study(engine, asked)).study();
  }

  private static String study(StoreEngine engine, String asked) {
    String cluster = "engine: " + engine.text();
    return "title: x\nworkload: {properties: {recordcount: 10}}\nload: {threads: 2}\n"
        + (asked.contains("%s") ? asked.formatted(cluster) : "cluster: {" + cluster + "}\n" + asked)
        + "\n";
  }
}
