package org.quorate.hbase.destination;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class RegionRoutingTest {
  private static final TableName TABLE = TableName.valueOf("t");

  private final AtomicLong clock = new AtomicLong();
  private final List<CompletableFuture<List<HRegionLocation>>> lookups = new ArrayList<>();
  private final List<String> single = new ArrayList<>();
  private final RegionRouting routing =
      new RegionRouting(
          new RegionRouting.Lookup() {
            @Override
            public CompletableFuture<List<HRegionLocation>> all(TableName table) {
              lookups.add(new CompletableFuture<>());
              return lookups.get(lookups.size() - 1);
            }

            @Override
            public CompletableFuture<HRegionLocation> one(TableName table, byte[] row) {
              single.add(Bytes.toString(row));
              return all(table).thenApply(found -> found.get(0));
            }
          },
          clock::get);

  @Test
  void knowsNothingUntilTheRegionsAreFound() {
    assertThat(server("x")).isEmpty();
    assertThat(server("y")).isEmpty();
    assertThat(lookups).hasSize(1);
    lookups.get(0).complete(List.of(region("", "m", 1), region("m", "", 2)));
    assertThat(server("")).isEqualTo("localhost:1");
    assertThat(server("lzz")).isEqualTo("localhost:1");
    assertThat(server("m")).isEqualTo("localhost:2");
    assertThat(server("z")).isEqualTo("localhost:2");
  }

  @Test
  void looksAgainWhenARegionIsGoneButNotMoreThanOnceASecond() {
    assertThat(server("x")).isEmpty();
    lookups.get(0).complete(List.of(region("", "", 1)));
    gone("x");
    assertThat(lookups).hasSize(1);
    clock.set(TimeUnit.SECONDS.toNanos(1));
    gone("x");
    gone("x");
    assertThat(lookups).hasSize(2);
    assertThat(server("x")).isEqualTo("localhost:1");
    lookups.get(1).complete(List.of(region("", "", 2)));
    assertThat(server("x")).isEqualTo("localhost:2");
  }

  /** As where a region was still closing when it was looked up. */
  @Test
  void aRegionThatWasGoneAfterTheLookUpBeganIsLookedUpOnceThatIsAllowed() {
    assertThat(server("x")).isEmpty();
    lookups.get(0).complete(List.of(region("", "", 1)));
    clock.set(TimeUnit.SECONDS.toNanos(5));
    gone("x");
    lookups.get(1).complete(List.of(region("", "", 1)));
    clock.set(TimeUnit.MILLISECONDS.toNanos(5_140));
    gone("x");
    assertThat(server("x")).isEqualTo("localhost:1");
    assertThat(lookups).hasSize(2);
    clock.set(TimeUnit.SECONDS.toNanos(6));
    assertThat(server("x")).isEqualTo("localhost:1");
    assertThat(lookups).hasSize(3);
    lookups.get(2).complete(List.of(region("", "", 2)));
    assertThat(server("x")).isEqualTo("localhost:2");
    clock.set(TimeUnit.SECONDS.toNanos(60));
    assertThat(server("x")).isEqualTo("localhost:2");
    assertThat(lookups).as("nothing was gone since").hasSize(3);
  }

  @Test
  void keepsWhatItKnowsWhenTheLookUpFails() {
    assertThat(server("x")).isEmpty();
    lookups.get(0).complete(List.of(region("", "", 1)));
    clock.set(TimeUnit.SECONDS.toNanos(5));
    gone("x");
    lookups.get(1).completeExceptionally(new IllegalStateException("meta is away"));
    assertThat(server("x")).isEqualTo("localhost:1");
    assertThat(lookups).hasSize(2);
    clock.set(TimeUnit.SECONDS.toNanos(7));
    assertThat(server("x")).isEqualTo("localhost:1");
    assertThat(lookups).as("tried again, since a region was gone").hasSize(3);
  }

  @Test
  void looksAgainWhileItKnowsNothing() {
    assertThat(server("x")).isEmpty();
    lookups.get(0).completeExceptionally(new IllegalStateException("meta is away"));
    assertThat(server("x")).isEmpty();
    assertThat(lookups).hasSize(1);
    clock.set(TimeUnit.SECONDS.toNanos(1));
    assertThat(server("x")).isEmpty();
    lookups.get(1).complete(List.of(region("", "m", 1), region("m", "", 2)));
    assertThat(server("x")).isEqualTo("localhost:2");
    assertThat(server("m")).isEqualTo("localhost:2");
    assertThat(server("lz")).isEqualTo("localhost:1");
  }

  @Test
  void writesGoToTheServerOfTheRegionAndNotToThoseOfItsReplicas() {
    assertThat(server("x")).isEmpty();
    HRegionLocation region = region("", "", 1);
    HRegionLocation replica =
        new HRegionLocation(
            RegionReplicaUtil.getRegionInfoForReplica(region.getRegion(), 1),
            ServerName.valueOf("localhost", 2, 1));
    lookups.get(0).complete(List.of(region, replica));
    assertThat(server("x")).isEqualTo("localhost:1");
  }

  @Test
  void theNewestRegionIsThatOfTheLastLookUp() {
    assertThat(routing.newestRegion(TABLE)).isZero();
    lookups.get(0).complete(List.of(madeAt(2_000, 1), madeAt(1_000, 2)));
    assertThat(routing.newestRegion(TABLE)).isEqualTo(2_000);
  }

  /** A table may be made anew behind the last failure that tells of it. */
  @Test
  void looksAgainEveryTenMinutesAlsoWhereNothingWasGone() {
    assertThat(routing.newestRegion(TABLE)).isZero();
    lookups.get(0).complete(List.of(madeAt(1_000, 1)));
    clock.set(TimeUnit.MINUTES.toNanos(10));
    assertThat(routing.newestRegion(TABLE)).isEqualTo(1_000);
    assertThat(lookups).hasSize(1);
    clock.set(TimeUnit.MINUTES.toNanos(11));
    assertThat(routing.newestRegion(TABLE)).isEqualTo(1_000);
    lookups.get(1).complete(List.of(madeAt(3_000, 1)));
    assertThat(routing.newestRegion(TABLE)).isEqualTo(3_000);
    assertThat(lookups).hasSize(2);
  }

  private static HRegionLocation madeAt(long id, int port) {
    return new HRegionLocation(
        RegionInfoBuilder.newBuilder(TABLE).setRegionId(id).build(),
        ServerName.valueOf("localhost", port, 1));
  }

  @Test
  void ofATableOfManyRegionsOnlyTheOneThatMovedIsLookedUp() {
    assertThat(server("x")).isEmpty();
    lookups.get(0).complete(List.of(region("", "g", 1), region("g", "m", 1), region("m", "", 1)));
    clock.set(TimeUnit.SECONDS.toNanos(5));
    gone("h");
    gone("i");
    assertThat(single).as("one for the rows of one region").containsExactly("h");
    gone("x");
    assertThat(single).containsExactly("h", "x");
    lookups.get(1).complete(List.of(region("g", "m", 2)));
    lookups.get(2).complete(List.of(region("m", "", 3)));
    assertThat(server("a")).isEqualTo("localhost:1");
    assertThat(server("l")).isEqualTo("localhost:2");
    assertThat(server("x")).isEqualTo("localhost:3");
    clock.set(TimeUnit.SECONDS.toNanos(60));
    assertThat(server("x")).isEqualTo("localhost:3");
    assertThat(lookups).as("nothing there was gone since").hasSize(3);
    assertThat(server("i")).isEqualTo("localhost:2");
    assertThat(single).as("it was gone after the look-up began").containsExactly("h", "x", "i");
  }

  @Test
  void ofARegionThatWasSplitTheOtherHalfIsLookedUpWhenItIsWrittenTo() {
    assertThat(server("x")).isEmpty();
    lookups.get(0).complete(List.of(region("", "m", 1), region("m", "", 1)));
    clock.set(TimeUnit.SECONDS.toNanos(5));
    gone("n");
    lookups.get(1).complete(List.of(region("m", "t", 2)));
    assertThat(server("n")).isEqualTo("localhost:2");
    assertThat(server("x")).isEmpty();
    assertThat(single).containsExactly("n", "x");
    lookups.get(2).complete(List.of(region("t", "", 3)));
    assertThat(server("x")).isEqualTo("localhost:3");
    assertThat(server("s")).isEqualTo("localhost:2");
  }

  @Test
  void aListingThatBeganBeforeASingleLookUpDoesNotUndoIt() {
    assertThat(routing.newestRegion(TABLE)).isZero();
    lookups.get(0).complete(List.of(region("", "m", 1), region("m", "", 1)));
    clock.set(TimeUnit.MINUTES.toNanos(11));
    long before = routing.newestRegion(TABLE);
    clock.set(TimeUnit.MINUTES.toNanos(12));
    gone("x");
    lookups.get(2).complete(List.of(madeAt(before + 5, 2)));
    lookups.get(1).complete(List.of(region("", "m", 3), region("m", "", 1)));
    assertThat(server("x")).as("learnt after the listing began").isEqualTo("localhost:2");
    assertThat(routing.newestRegion(TABLE)).isEqualTo(before + 5);
  }

  @Test
  void aSingleLookUpTellsOfANewerRegionToo() {
    assertThat(routing.newestRegion(TABLE)).isZero();
    lookups.get(0).complete(List.of(madeAt(1_000, 1)));
    clock.set(TimeUnit.SECONDS.toNanos(5));
    gone("x");
    lookups.get(1).complete(List.of(madeAt(3_000, 1)));
    assertThat(routing.newestRegion(TABLE)).isEqualTo(3_000);
  }

  @Test
  void aRegionThatWasMergedIntoAnotherIsLookedUpNoMore() {
    assertThat(server("x")).isEmpty();
    lookups.get(0).complete(List.of(region("", "g", 1), region("g", "", 1)));
    clock.set(TimeUnit.SECONDS.toNanos(5));
    gone("h");
    gone("h");
    gone("a");
    lookups.get(2).complete(List.of(region("", "", 2)));
    clock.set(TimeUnit.SECONDS.toNanos(60));
    assertThat(server("h")).isEqualTo("localhost:2");
    assertThat(server("a")).isEqualTo("localhost:2");
    lookups.get(1).complete(List.of(region("", "", 2)));
    assertThat(server("h")).isEqualTo("localhost:2");
    assertThat(lookups).hasSize(3);
  }

  @Test
  void regionsThatWereMergedAreOne() {
    assertThat(server("x")).isEmpty();
    lookups.get(0).complete(List.of(region("", "g", 1), region("g", "m", 1), region("m", "", 1)));
    clock.set(TimeUnit.SECONDS.toNanos(5));
    gone("h");
    lookups.get(1).complete(List.of(region("", "m", 2)));
    assertThat(server("a")).isEqualTo("localhost:2");
    assertThat(server("h")).isEqualTo("localhost:2");
    assertThat(server("m")).isEqualTo("localhost:1");
  }

  private void gone(String row) {
    routing.outdated(TABLE, Bytes.toBytes(row));
  }

  private String server(String row) {
    return routing.server(TABLE, Bytes.toBytes(row));
  }

  private static HRegionLocation region(String start, String end, int port) {
    return new HRegionLocation(
        RegionInfoBuilder.newBuilder(TABLE)
            .setStartKey(Bytes.toBytes(start))
            .setEndKey(Bytes.toBytes(end))
            // Otherwise the time at which it is made here, which may be after any other id.
            .setRegionId(1)
            .build(),
        ServerName.valueOf("localhost", port, 1));
  }
}
