package org.quorate.core.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.quorate.core.level.Level;

class OperationLogTest {
  @Test
  void anOperationTakesAtMost64Bytes() {
    assertThat(OperationLog.BYTES_PER_OPERATION).isLessThanOrEqualTo(64);
  }

  @Test
  void operationsStayInTheirOrder() {
    OperationLog log = new OperationLog();
    for (int i = 0; i < 20_000; i++) {
      log.add(i, i + 1L, i + 2L, i + 3L, i + 4L);
    }
    assertThat(log.size()).isEqualTo(20_000);
    for (int i = 0; i < 20_000; i++) {
      assertThat(log.key(i)).isEqualTo(i);
      assertThat(log.version(i)).isEqualTo(i + 1);
      assertThat(log.invokeNanos(i)).isEqualTo(i + 2);
      assertThat(log.completeNanos(i)).isEqualTo(i + 3);
      assertThat(log.tag(i)).isEqualTo(i + 4);
    }
    log.clear();
    assertThat(log.size()).isZero();
  }

  @Test
  void aTagGivesBackWhatWentIn() {
    for (OperationType type : OperationType.values()) {
      for (Outcome outcome : Outcome.values()) {
        for (Level level : Level.values()) {
          for (int client : new int[] {0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            for (int group : new int[] {0, 1, OperationTag.MAX_GROUP}) {
              long other = OperationTag.withGroup(OperationTag.of(type, outcome, level, client), 7);
              long tag = OperationTag.withGroup(other, group);
              assertThat(OperationTag.type(tag)).isEqualTo(type);
              assertThat(OperationTag.isWrite(tag)).isEqualTo(type == OperationType.WRITE);
              assertThat(OperationTag.outcome(tag)).isEqualTo(outcome);
              assertThat(OperationTag.isOk(tag)).isEqualTo(outcome == Outcome.OK);
              assertThat(OperationTag.level(tag)).isEqualTo(level);
              assertThat(OperationTag.client(tag)).isEqualTo(client);
              assertThat(OperationTag.group(tag)).isEqualTo(group);
            }
          }
        }
      }
    }
    assertThatThrownBy(() -> OperationTag.withGroup(0, OperationTag.MAX_GROUP + 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
