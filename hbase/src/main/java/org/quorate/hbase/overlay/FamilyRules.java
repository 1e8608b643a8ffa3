package org.quorate.hbase.overlay;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/** The rules of a table's families. Immutable. */
public final class FamilyRules {
  private final NavigableMap<byte[], FamilyRule> rules;
  private final List<String> orderedByArrival;

  /**
   * @param rules by family
   */
  FamilyRules(Map<byte[], FamilyRule> rules) {
    this(rules, List.of());
  }

  private FamilyRules(Map<byte[], FamilyRule> rules, List<String> orderedByArrival) {
    this.rules = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    this.rules.putAll(rules);
    this.orderedByArrival = orderedByArrival;
  }

  /** The rules that a table's descriptor states. */
  public static FamilyRules of(TableDescriptor table) {
    NavigableMap<byte[], FamilyRule> rules = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    List<String> orderedByArrival = new ArrayList<>();
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      rules.put(family.getName(), FamilyRule.of(family));
      if (family.isNewVersionBehavior()) {
        orderedByArrival.add(family.getNameAsString());
      }
    }
    return new FamilyRules(rules, orderedByArrival);
  }

  /**
   * Why writes to the table may not be deferred, for people; empty where they may. Not where a
   * delete hides what arrived before it and not what is stamped before it (NEW_VERSION_BEHAVIOR): a
   * write that was deferred, or sent again, would come back from behind it. And not where a cell
   * may be forgotten before its write has arrived.
   *
   * @param wait how long a write may wait, in milliseconds
   */
  public Optional<String> unfit(long wait) {
    if (!orderedByArrival.isEmpty()) {
      return Optional.of(
          "family "
              + orderedByArrival.get(0)
              + " has NEW_VERSION_BEHAVIOR, so that a delete does not hide an earlier write that"
              + " arrives after it; turn that off");
    }
    for (Map.Entry<byte[], FamilyRule> family : rules.entrySet()) {
      if (family.getValue().timeToLive() <= wait) {
        return Optional.of(
            "family "
                + Bytes.toString(family.getKey())
                + " forgets its cells after "
                + family.getValue().timeToLive()
                + " ms (TTL), and a write may wait for as long; state a bound.time below that");
      }
    }
    return Optional.empty();
  }

  /** Whether the merge is exact for every family. */
  public boolean plain() {
    return rules.values().stream().allMatch(FamilyRule::plain);
  }

  /** Whether there is a rule for every family that is written to; without it nothing is exact. */
  public boolean cover(List<Mutation> writes) {
    for (Mutation mutation : writes) {
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
