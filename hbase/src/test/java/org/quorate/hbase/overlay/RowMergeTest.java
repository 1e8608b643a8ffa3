package org.quorate.hbase.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class RowMergeTest {
  private static final byte[] ROW = Bytes.toBytes("row");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] A = Bytes.toBytes("a");
  private static final long NOW = 1_000_000;

  @Test
  void isWhatTheServerWouldReturnIfItHadThePendingWrites() {
    SplittableRandom random = new SplittableRandom(20_240_501);
    RandomRequests requests = new RandomRequests(random);
    for (int trial = 0; trial < 20_000; trial++) {
      int familyVersions = random.nextInt(1, 5);
      RowModel server = new RowModel(familyVersions);
      // What is pending is later than any delete that the server has; see the package.
      for (int write = random.nextInt(8); write > 0; write--) {
        server.apply(
            switch (random.nextInt(5)) {
              case 0 -> requests.delete(ROW, 1, 39);
              case 1 -> requests.deleteOfVersion(ROW, 1, 39);
              default -> requests.put(ROW, 1, 50);
            });
      }
      List<Mutation> pending = new ArrayList<>();
      for (int write = random.nextInt(1, 7); write > 0; write--) {
        pending.add(requests.put(ROW, 40, 100));
      }
      Get get = requests.get(ROW);
      RowModel complete = server.copy();
      pending.forEach(complete::apply);
      List<String> expected = RowModel.text(complete.read(get));

      RowModel meanwhile = server.copy();
      for (int arrived = 0; arrived <= pending.size(); arrived++) {
        if (arrived > 0) {
          meanwhile.apply(pending.get(arrived - 1));
        }
        Result merged =
            RowMerge.merge(
                get, meanwhile.read(get), pending, rules(familyVersions, Long.MAX_VALUE), NOW);
        assertThat(RowModel.text(merged))
            .as("trial %d, %d of %s arrived, %s", trial, arrived, pending, get)
            .isEqualTo(expected);
      }
    }
  }

  @Test
  void anAnswerWithoutPendingWritesIsTheServers() {
    RowModel server = new RowModel(1);
    server.apply(new Put(ROW).addColumn(F, A, 5, A));
    Result answer = server.read(new Get(ROW));
    assertThat(RowMerge.merge(new Get(ROW), answer, List.of(), rules(1, Long.MAX_VALUE), NOW))
        .isSameAs(answer);
  }

  @Test
  void valuesCanBeLookedUpInTheResult() {
    RowModel server = new RowModel(1);
    for (String column : List.of("b", "d", "f")) {
      server.apply(new Put(ROW).addColumn(F, Bytes.toBytes(column), 5, A));
    }
    Put put = new Put(ROW);
    for (String column : List.of("a", "c", "d", "g")) {
      put.addColumn(F, Bytes.toBytes(column), 7, Bytes.toBytes("new " + column));
    }
    Result merged = merge(new Get(ROW), server, put);
    assertThat(merged.getRow()).isEqualTo(ROW);
    for (String column : List.of("a", "c", "d", "g")) {
      assertThat(merged.getValue(F, Bytes.toBytes(column)))
          .isEqualTo(Bytes.toBytes("new " + column));
    }
    assertThat(merged.getValue(F, Bytes.toBytes("f"))).isEqualTo(A);
  }

  @Test
  void pendingCellsOlderThanTheTimeToLiveAreNotSeen() {
    Put old = new Put(ROW).addColumn(F, A, NOW - 5_001, A);
    Put young = new Put(ROW).addColumn(F, A, NOW - 5_000, A);
    for (Put put : List.of(old, young)) {
      Result merged =
          RowMerge.merge(new Get(ROW), Result.EMPTY_RESULT, List.of(put), rules(1, 5_000), NOW);
      assertThat(merged.isEmpty()).isEqualTo(put == old);
    }
  }

  @Test
  void aFamilyThatWasAddedSinceIsNotCutOff() {
    RowModel server = new RowModel(3);
    byte[] added = Bytes.toBytes("added");
    server.apply(new Put(ROW).addColumn(added, A, 5, A).addColumn(added, A, 6, A));
    FamilyRules rules = rules(1, Long.MAX_VALUE);
    List<Mutation> known = List.of(new Put(ROW).addColumn(F, A, 7, A));
    assertThat(rules.cover(known)).isTrue();
    assertThat(rules.cover(List.of(new Put(ROW).addColumn(added, A, 7, A)))).isFalse();
    Get get = threeVersions();
    Result merged = RowMerge.merge(get, server.read(get), known, rules, NOW);
    assertThat(merged.size()).isEqualTo(3);
  }

  private static Get threeVersions() {
    try {
      return new Get(ROW).readVersions(3);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Result merge(Get get, RowModel server, Mutation... pending) {
    return RowMerge.merge(get, server.read(get), List.of(pending), rules(1, Long.MAX_VALUE), NOW);
  }

  private static FamilyRules rules(int versions, long timeToLive) {
    Map<byte[], FamilyRule> rules = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (String family : List.of("f", "g")) {
      rules.put(Bytes.toBytes(family), new FamilyRule(versions, timeToLive, true));
    }
    return new FamilyRules(rules);
  }
}
