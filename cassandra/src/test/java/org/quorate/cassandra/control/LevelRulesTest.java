package org.quorate.cassandra.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.monitor.MonitorReading;
import org.quorate.cassandra.monitor.OwnReads;
import org.quorate.cassandra.monitor.TableTraffic;
import org.quorate.cassandra.monitor.TrafficRound;
import org.quorate.cassandra.observe.ObservedLevels;
import org.quorate.cassandra.propagation.PropagationReading;
import org.quorate.cassandra.recency.MemorySettings;
import org.quorate.cassandra.recency.TableMemory;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.control.LoopSettings;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.LevelLadder;
import org.quorate.core.policy.Policies;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.staleness.Observation;
import org.quorate.core.staleness.Propagation;

/**
 * What the one rule of levels says of many clusters: to an observer, who knows the write level
 * alone; to a session, whose own level says which replicas count; to a study, which counts those of
 * one data centre where there are several. A change of the rule changes the table.
 */
class LevelRulesTest {
  private static final Map<String, Map<String, Integer>> CLUSTERS =
      Map.of(
          "dc1:1", Map.of("dc1", 1),
          "dc1:3", Map.of("dc1", 3),
          "dc1:5", Map.of("dc1", 5),
          "dc1:3+dc2:3", Map.of("dc1", 3, "dc2", 3),
          "dc1:3+dc2:2", Map.of("dc1", 3, "dc2", 2),
          "dc2:3", Map.of("dc2", 3));

  @Test
  void theRulesSayWhatTheTableSays() throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("cluster;own;write;observer;session;study");
    for (String cluster : CLUSTERS.keySet().stream().sorted().toList()) {
      Replication replication = new Replication(CLUSTERS.get(cluster));
      for (Level own : List.of(Level.LOCAL_ONE, Level.LOCAL_QUORUM, Level.ONE, Level.QUORUM)) {
        for (Level write : Level.values()) {
          boolean many = replication.replicasByDataCenter().size() > 1;
          lines.add(
              String.join(
                  ";",
                  cluster,
                  own.name(),
                  write.name(),
                  observer(replication, write),
                  session(replication, own, write, null),
                  session(replication, own, write, many ? LevelLadder.LOCAL : LevelLadder.GLOBAL)));
        }
      }
    }
    try (InputStream table = LevelRulesTest.class.getResourceAsStream("level-rules.csv")) {
      assertThat(String.join("\n", lines) + "\n")
          .isEqualTo(
              new String(Objects.requireNonNull(table).readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static String observer(Replication replication, Level write) {
    try {
      ReadLevels levels = ObservedLevels.of("k", replication, "dc1", write);
      return text(levels.replicationFactor(), levels.writeReplicas(), levels.safe());
    } catch (IllegalArgumentException refused) {
      return "refused";
    }
  }

  private static String session(
      Replication replication, Level own, Level write, @Nullable LevelLadder ladder) {
    TableControl control =
        new TableControl(
            TableSettings.of("k.t", 0.01, write)
                .withPolicy(Policies.of("harmony", 0.01))
                .withLadder(ladder),
            own,
            Duration.ofSeconds(3),
            Duration.ofSeconds(40),
            LoopSettings.DEFAULT_PAIR_BUDGET,
            new TableMemory(MemorySettings.DEFAULT, System::nanoTime));
    control.known(
        ClusterFacts.Answer.of(new ClusterFacts.TableFacts(replication, "dc1", own, Map.of())));
    control.propagation(
        new PropagationReading(Propagation.exactly(0.01), "known", 1, 0, List.of()),
        control.levels(),
        0);
    control.seen(
        new TrafficRound(
            new MonitorReading(
                0,
                1,
                "known",
                Map.of(new TableName("k", "t"), new TableTraffic(1, 1, Double.NaN, Double.NaN)),
                Map.of(),
                List.of(),
                List.of(),
                List.of()),
            OwnReads.NONE));
    control.set(control.choose(org.quorate.cassandra.setting.Mode.ADAPT, 0), false);
    Observation seen = control.status().observation().orElseThrow();
    return text(seen.replicationFactor(), seen.writeReplicas(), control.status().comparisonLevel());
  }

  private static String text(int counted, int written, Level safe) {
    return "N=" + counted + " W=" + written + " safe " + safe;
  }
}
