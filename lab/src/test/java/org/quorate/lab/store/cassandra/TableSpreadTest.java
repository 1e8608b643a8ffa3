package org.quorate.lab.store.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class TableSpreadTest {
  private static final Set<String> COLUMNS = Set.of("y_id", "field0");

  @Test
  void aNodeThatLearnsOfTheTableLateIsWaitedFor() throws StoreException {
    Map<String, Integer> asked = new HashMap<>();
    List<String> missing =
        TableSpread.await(
            List.of("node1", "node2"),
            COLUMNS,
            node ->
                switch (asked.merge(node, 1, Integer::sum)) {
                  case 1 -> node.equals("node1") ? COLUMNS : Set.of();
                  case 2 -> Set.of("y_id");
                  default -> COLUMNS;
                },
            Duration.ofMinutes(1));
    assertThat(missing).isEmpty();
    assertThat(asked).as("a node that knows it is not asked again").containsEntry("node1", 1);
    assertThat(asked).as("half a table is none").containsEntry("node2", 3);
  }

  @Test
  void nodesThatNeverLearnOfItAreNamed() throws StoreException {
    assertThat(
            TableSpread.await(
                List.of("node1", "node2"),
                COLUMNS,
                node -> node.equals("node1") ? COLUMNS : Set.of(),
                Duration.ofMillis(1)))
        .containsExactly("node2");
  }

  @Test
  void columnsAreReadFromWhatAServerGoesBy() {
    assertThat(
            TableSpread.columnsOf(
                """
                CREATE TABLE ycsb.usertable (
                    y_id text PRIMARY KEY,
                    field0 text,
                    "my ""field"" 1" text,
                    quorate_version bigint
                ) WITH additional_write_policy = '99p'
                    AND bloom_filter_fp_chance = 0.01;
                """))
        .contains("y_id", "field0", "my \"field\" 1", "quorate_version");
    assertThat(TableSpread.columnsOf("CREATE TABLE ycsb.usertable (\n    y_id text PRIMARY KEY\n)"))
        .containsExactly("y_id");
  }
}
