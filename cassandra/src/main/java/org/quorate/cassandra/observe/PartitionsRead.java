package org.quorate.cassandra.observe;

import com.datastax.oss.driver.api.core.type.DataType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.quorate.cassandra.jmx.TopPartitions;

/**
 * Partitions of one table that its replicas say are read most, to be drawn as often as they are
 * read: each with the probability that a read is of it, so that in the rest of the draws none of
 * them comes, and it is of others that a read would be. Immutable.
 */
final class PartitionsRead {
  /** None is known. */
  static final PartitionsRead NONE = new PartitionsRead(List.of(), new double[0]);

  private final List<List<ByteBuffer>> keys;
  private final Set<List<ByteBuffer>> names;

  /** The probability of the key with this index, and of all before it. */
  private final double[] cumulated;

  private PartitionsRead(List<List<ByteBuffer>> keys, double[] cumulated) {
    this.keys = keys;
    this.names = Set.copyOf(keys);
    this.cumulated = cumulated;
  }

  /**
   * Those that can be read back from what servers write.
   *
   * @param key types of the partition key's columns
   */
  static PartitionsRead of(TopPartitions top, List<DataType> key) {
    long counted = top.counts().values().stream().mapToLong(Long::longValue).sum();
    double reads = Math.max(Math.max(1, top.reads()), counted);
    List<List<ByteBuffer>> keys = new ArrayList<>();
    List<Double> shares = new ArrayList<>();
    for (Map.Entry<String, Long> each : top.counts().entrySet()) {
      PartitionText.read(each.getKey(), key)
          .ifPresent(
              values -> {
                keys.add(values);
                shares.add(each.getValue() / reads);
              });
    }
    double[] cumulated = new double[keys.size()];
    double sum = 0;
    for (int i = 0; i < cumulated.length; i++) {
      sum += shares.get(i);
      cumulated[i] = sum;
    }
    return new PartitionsRead(keys, cumulated);
  }

  /** How many there are. */
  int size() {
    return keys.size();
  }

  /** Whether this partition is one of them. */
  boolean contains(List<ByteBuffer> partition) {
    return names.contains(partition);
  }

  /** The share of the table's reads that goes to them, 0 to 1. */
  double share() {
    return keys.isEmpty() ? 0 : Math.min(1, cumulated[keys.size() - 1]);
  }

  /** The key of the partition that the next read is of; empty where it is of none of these. */
  Optional<List<ByteBuffer>> draw(RandomGenerator random) {
    double at = random.nextDouble();
    for (int i = 0; i < cumulated.length; i++) {
      if (at < cumulated[i]) {
        return Optional.of(keys.get(i));
      }
    }
    return Optional.empty();
  }
}
