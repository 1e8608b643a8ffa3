package org.quorate.hbase.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class FamilyRulesTest {
  private static final ColumnFamilyDescriptor USUAL =
      ColumnFamilyDescriptorBuilder.of(Bytes.toBytes("usual"));

  @Test
  void usualFamiliesMayHaveTheirWritesDeferred() {
    assertThat(rules(USUAL).unfit(Long.MAX_VALUE - 1)).isEmpty();
  }

  @Test
  void aFamilyThatOrdersByArrivalMayNot() {
    ColumnFamilyDescriptor family =
        ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("f"))
            .setNewVersionBehavior(true)
            .build();
    assertThat(rules(family).unfit(1).orElseThrow())
        .startsWith("family f has NEW_VERSION_BEHAVIOR");
  }

  @Test
  void aFamilyThatForgetsBeforeAWriteHasArrivedMayNot() {
    ColumnFamilyDescriptor family =
        ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("f")).setTimeToLive(2).build();
    assertThat(rules(family).unfit(1_999)).isEmpty();
    assertThat(rules(family).unfit(2_000).orElseThrow())
        .startsWith("family f forgets its cells after 2000 ms (TTL)");
  }

  private static FamilyRules rules(ColumnFamilyDescriptor family) {
    return FamilyRules.of(
        TableDescriptorBuilder.newBuilder(TableName.valueOf("t")).setColumnFamily(family).build());
  }
}
