package org.quorate.hbase.overlay;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/** The rules of a table's families. Immutable. */
public final class FamilyRules {
  private final NavigableMap<byte[], FamilyRule> rules;

  /**
   * @param rules by family
   */
  public FamilyRules(Map<byte[], FamilyRule> rules) {
    this.rules = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    this.rules.putAll(rules);
  }

  /** The rules that a table's descriptor states. */
  public static FamilyRules of(TableDescriptor table) {
    NavigableMap<byte[], FamilyRule> rules = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      rules.put(family.getName(), FamilyRule.of(family));
    }
    return new FamilyRules(rules);
  }

  /** Whether the merge is exact for every family. */
  public boolean plain() {
    return rules.values().stream().allMatch(FamilyRule::plain);
  }

  /** Whether there is a rule for every family that is written to; without it nothing is exact. */
  public boolean cover(RowWrites writes) {
    for (Mutation mutation : writes.mutations()) {
      for (byte[] family : mutation.getFamilyCellMap().keySet()) {
        if (!rules.containsKey(family)) {
          return false;
        }
      }
    }
    return true;
  }

  FamilyRule of(byte[] family) {
    return rules.getOrDefault(family, FamilyRule.UNKNOWN);
  }
}
