package org.quorate.cli.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.cli.Call;
import org.quorate.cli.console.ExitStatus;

final class EstimateCommandTest {
  private static final String OBSERVED =
      """
      {"keyspace": "shop", "replication": {"dc1": 3}, "writeLevel": "QUORUM", "keys": 500,
       "propagation": {"source": "network", "seconds": 0.00642, "lowSeconds": 0.00502,
                       "highSeconds": 0.0101},
       "tables": [
         {"table": "carts", "readsPerSecond": {"mean": 100}, "writesPerSecond": {"mean": 49.9}},
         {"table": "audit", "readsPerSecond": null, "writesPerSecond": null}]}
      """;

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path folder;

  @Test
  void everyLevelIsEstimatedFromNumbersGivenByHand() {
    Call call = byHand();
    assertThat(call.status()).as(call.error()).isEqualTo(ExitStatus.OK);
    assertThat(call.words())
        .contains("Estimated from 100,000 simulated writes and reads (WARS); nothing was measured.")
        .contains("replicas 3 of each row, writes at ONE")
        .contains("load 1,000 reads and 100 writes per second")
        .contains("keys 10,000, used alike")
        .contains("one way lognormal 5ms 0.5")
        .containsPattern("ONE 0.00\\d+ % .* ms .* ms 1 1,000")
        .containsPattern("QUORUM 0.00\\d+ % .* ms .* ms 2 2,000")
        .containsPattern("ALL none . . 3 3,000");
    assertThat(call.output().lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
  }

  /** Without a spread a read at ONE is stale with 2/3 (1 - e^(-w d)) of each key. */
  @Test
  void jsonHasThePromisedFields() throws IOException {
    JsonNode json = json("--delay", "10ms", "--keys", "10");
    assertThat(json.at("/trials").asInt()).isEqualTo(100_000);
    JsonNode one = json.at("/estimates/0/estimated/levels/0");
    assertThat(one.at("/level").asText()).isEqualTo("ONE");
    double expected = 2.0 / 3 * -Math.expm1(-0.1);
    assertThat(one.at("/staleRate").asDouble()).isBetween(0.98 * expected, 1.02 * expected);
    assertThat(one.at("/staleRateLow").asDouble()).isLessThan(expected);
    assertThat(one.at("/staleRateHigh").asDouble()).isGreaterThan(expected);
    assertThat(one.at("/standardError").asDouble()).isBetween(0.0, 0.01 * expected);
    assertThat(one.at("/medianAgeSeconds").asDouble()).isBetween(0.0045, 0.005);
    assertThat(one.at("/age99Seconds").asDouble()).isBetween(0.0095, 0.01);
    assertThat(one.at("/replicaReads").asInt()).isEqualTo(1);
    assertThat(one.at("/replicaReadsPerSecond").asDouble()).isEqualTo(1_000);
    JsonNode all = json.at("/estimates/0/estimated/levels/2");
    assertThat(all.at("/meetsEveryWrite").asBoolean()).isTrue();
    assertThat(all.at("/staleRateHigh").asDouble()).isZero();
    assertThat(all.at("/medianAgeSeconds").isNull()).isTrue();
    assertThat(json.at("/estimates/0/swept")).isEmpty();
  }

  /** Without a spread: one of three links is of 1 ms, and the two others of 10 ms. */
  @ParameterizedTest
  @CsvSource({"random, 9, 2, 4, 1", "nearest, 9, 2, 4, 2", "fastest, 3, 1, 1, 1"})
  void racksAndWhoIsAskedAreGivenByHand(
      String choice, double of, double near, double far, double both) throws IOException {
    JsonNode json =
        json("--delay", "1ms", "--racks", "2", "--rack-delay", "10ms", "--replica-choice", choice);
    double expected = (near * -Math.expm1(-0.1) + far * -Math.expm1(-1)) / of;
    assertThat(one(json)).isBetween(0.97 * expected, 1.03 * expected);
    // At QUORUM those alone whose two replicas are in the rack that did not write: 10 less 1 ms.
    double quorum = both * -Math.expm1(-0.9) / of;
    assertThat(json.at("/estimates/0/estimated/levels/1/staleRate").asDouble())
        .isBetween(0.95 * quorum, 1.05 * quorum);
    assertThat(json.at("/estimates/0/replicaChoice").asText()).isEqualTo(choice);
  }

  @Test
  void racksAreTold() {
    assertThat(byHand("--racks", "2", "--rack-delay", "9ms", "--replica-choice", "fastest").words())
        .contains(
            "one way lognormal 5ms 0.5 within a rack, 9ms between racks, of which a row has 2")
        .contains("asked the replica that is nearest to the others coordinates all reads");
    assertThat(byHand().words()).doesNotContain("asked");
  }

  @Test
  void whereNoReplicaIsNearerItIsTheSameWhichIsAsked() {
    assertThat(byHand("--replica-choice", "random").output()).isEqualTo(byHand().output());
  }

  @Test
  void aZipfianTableIsStalerThanOneWhoseKeysAreUsedAlike() throws IOException {
    double alike = one(json("--delay", "10ms", "--keys", "1000"));
    double zipfian = one(json("--delay", "10ms", "--keys", "1000", "--distribution", "zipfian"));
    assertThat(zipfian).isGreaterThan(2 * alike);
  }

  /** Half of a round trip whose legs are 5 ms and sigma 0.5 is such a leg. */
  @Test
  void aRoundTripIsTwoWaysAlike() throws IOException {
    double legs = one(json("--delay", "lognormal 5ms 0.5", "--keys", "1000"));
    // Fenton: sigma of the sum 0.3668, median 10.61 ms, so 95 % within 19.4 ms.
    double trips = one(json("--round-trip", "10.61ms,19.4ms", "--keys", "1000"));
    assertThat(trips).isBetween(0.97 * legs, 1.03 * legs);
  }

  @ParameterizedTest
  @CsvSource({"load, 137.5, 8800", "delay, 1100, 1100"})
  void itIsRepeatedOverLoadOrDelay(String over, double least, double most) throws IOException {
    Path csv = folder.resolve("estimate.csv");
    Path svg = folder.resolve("estimate.svg");
    Call call = byHand("--over", over, "--csv", csv.toString(), "--svg", svg.toString());
    assertThat(call.status()).as(call.error()).isEqualTo(ExitStatus.OK);
    assertThat(call.words()).contains("Estimated stale reads:").contains("at ONE");
    List<String> lines = Files.readAllLines(csv);
    assertThat(lines.get(0))
        .isEqualTo(
            "label,replicas,write_level,reads_per_second,writes_per_second,delay_factor,"
                + "read_level,estimated_stale_rate,standard_error,estimated_stale_rate_low,"
                + "estimated_stale_rate_high,median_age_seconds,age_99_seconds,"
                + "replica_reads_per_read,replica_reads_per_second");
    assertThat(lines).hasSize(1 + 7 * 3);
    double before = 0;
    for (int i = 1; i < lines.size(); i += 3) {
      String[] row = lines.get(i).split(",", -1);
      double rate = Double.parseDouble(row[7]);
      assertThat(row[6]).isEqualTo("ONE");
      assertThat(Double.parseDouble(row[3]) + Double.parseDouble(row[4])).isBetween(least, most);
      assertThat(rate).isGreaterThan(before);
      before = rate;
    }
    assertThat(Files.readString(svg)).startsWith("<svg").contains("QUORUM").contains(over);
  }

  @Test
  void theSameNumbersGiveTheSameEstimate() {
    assertThat(byHand().output()).isEqualTo(byHand().output());
  }

  @Test
  void tablesOfAnObservedKeyspaceAreEstimated() throws IOException {
    Call call = Call.of("estimate", observed(OBSERVED));
    assertThat(call.status()).as(call.error()).isEqualTo(ExitStatus.OK);
    assertThat(call.words())
        .contains("carts replicas 3 of each row, writes at QUORUM")
        .contains("keys 500, taken to be used alike")
        .contains("one way lognormal, 6.42 ms in the median and 10.1 ms in 75 %, by network")
        .containsPattern("ONE 0.00\\d+ %")
        .contains("QUORUM none")
        .doesNotContain("audit");
  }

  /**
   * Two of three nodes are in a rack; traces of 2 ms there and 20 ms between, of which 1 ms idle.
   */
  @Test
  void placesScoresAndLinksThatWereObservedCount() throws IOException {
    String map =
        """
        "replicaMap": {"badnessThreshold": 1.0, "rows": [[0, 1, 2]], "nodes": [
          {"address": "n1", "dataCenter": "dc1", "rack": "a", "scores": {}},
          {"address": "n2", "dataCenter": "dc1", "rack": "b", "scores": {}},
          {"address": "n3", "dataCenter": "dc1", "rack": "a", "scores": {}}]},
        "replicaLinks": [
          {"coordinator": "n1", "replica": "n3", "roundTrip": 0.003, "atReplica": 0.001},
          {"coordinator": "n1", "replica": "n2", "roundTrip": 0.021, "atReplica": null}],
        "tables\":""";
    String file = observed(OBSERVED.replace("\"tables\":", map));
    Call call = Call.of("estimate", file, "--write-level", "ONE");
    assertThat(call.status()).as(call.error()).isEqualTo(ExitStatus.OK);
    assertThat(call.words())
        .contains("by network; its median by traces 1 ms within a rack, 10 ms between racks")
        .contains("asked any replica coordinates, and asks in the snitch's order");
    String unknown = observed(OBSERVED.replace("\"tables\":", map.replace("[0, 1, 2]", "[0, 1]")));
    assertThat(Call.of("estimate", unknown).words())
        .as("of no row of three replicas is it known where these are, so links do not count")
        .contains("in 75 %, by network read at");
  }

  /** Of a node that there is not, and of one whose rack is not told. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"rows\": [[0]], \"nodes\": []",
        "\"rows\": [], \"nodes\": [{\"address\": \"n1\", \"dataCenter\": \"dc1\", \"scores\": {}}]"
      })
  void placesThatAreNoneAreRefusedInOneSentence(String map) throws IOException {
    Call call =
        Call.of(
            "estimate",
            observed(
                OBSERVED.replace(
                    "\"tables\":",
                    "\"replicaMap\": {\"badnessThreshold\": 1.0, " + map + "}, \"tables\":")));
    assertThat(call.status()).isEqualTo(ExitStatus.WRONG_INPUT);
    assertThat(call.error()).contains("neither the folder of a study");
    assertThat(call.error().lines()).hasSize(1);
  }

  @Test
  void numbersGivenByHandWinOverThoseThatWereObserved() throws IOException {
    Call call = Call.of("estimate", observed(OBSERVED), "--write-level", "ONE", "--only", "carts");
    assertThat(call.words()).contains("writes at ONE").containsPattern("QUORUM 0.00\\d+ %");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--reads 1/s | By hand an estimate needs --reads, --writes and --delay",
        "--reads 1/s --writes 1/s --delay 5 | is not a delay",
        "--reads 1 --writes 1/s --delay 5ms | is not a rate",
        "--reads 1/s --writes 1/s --delay 5ms --round-trip 1ms,2ms | not both",
        "--reads 1/s --writes 1/s --round-trip 5ms | two durations",
        "--reads 1/s --writes 1/s --round-trip 5ms,4ms | not below it",
        "--reads 1/s --writes 1/s --delay 5ms --keys 0 | --keys is at least 1",
        "--reads 1/s --writes 1/s --delay 5ms --distribution zipfian | --distribution needs it",
        "--reads 1/s --writes 1/s --delay 5ms --keys 9 --distribution zipf | zipf",
        "--reads 1/s --writes 1/s --delay 5ms --replicas 0 | from 1 to 100",
        "--reads 1/s --writes 1/s --delay 5ms --replicas 2 --write-level THREE | more than the 2",
        "--reads 1/s --writes 1/s --delay 5ms --racks 0 | --racks is from 1 to the 3 replicas",
        "--reads 1/s --writes 1/s --delay 5ms --racks 4 | --racks is from 1 to the 3 replicas",
        "--reads 1/s --writes 1/s --delay 5ms --racks 4 --replicas 2 | to the 2 replicas",
        "--reads 1/s --writes 1/s --delay 5ms --rack-delay 9ms | --rack-delay needs --racks",
        "--reads 1/s --writes 1/s --delay 5ms --replica-choice best | random, nearest or fastest",
        "--reads 1/s --writes 1/s --delay 5ms --over time | load or delay",
        "--reads 1/s --writes 1/s --delay 5ms --svg a.svg | give --over load",
        "--reads 1/s --writes 1/s --delay 5ms --only carts | --only chooses",
        "nowhere.json | there is no file or folder nowhere.json",
      })
  void whatCannotBeEstimatedIsRefusedInOneSentence(String options, String message) {
    List<String> words = new ArrayList<>(List.of("estimate"));
    words.addAll(List.of(options.split(" ")));
    Call call = Call.of(words.toArray(String[]::new));
    assertThat(call.status()).isEqualTo(ExitStatus.WRONG_INPUT);
    assertThat(call.output()).isEmpty();
    assertThat(call.error().lines()).hasSize(1);
    assertThat(call.error()).contains(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"dc1\": 3 | \"dc1\": 3, \"dc2\": 3 | of 2 data centres",
        "QUORUM | MANY | its writeLevel is MANY",
        "\"propagation\" | \"propagations\" | no propagation time",
        "\"mean\": 49.9 | \"mean\": \"many\" | neither the folder of a study nor a report",
        "\"readsPerSecond\": {\"mean\": 100} | \"readsPerSecond\": null | no table whose rates",
      })
  void aReportThatIsOfNoUseIsRefusedInOneSentence(String of, String with, String message)
      throws IOException {
    Call call = Call.of("estimate", observed(OBSERVED.replace(of, with)));
    assertThat(call.status()).as(call.output()).isEqualTo(ExitStatus.WRONG_INPUT);
    assertThat(call.error()).contains("observed.json").contains(message);
    assertThat(call.error().lines()).hasSize(1);
  }

  @Test
  void anUnknownTableIsRefusedWithThoseThatThereAre() throws IOException {
    Call call = Call.of("estimate", observed(OBSERVED), "--only", "cart");
    assertThat(call.status()).isEqualTo(ExitStatus.WRONG_INPUT);
    assertThat(call.error()).contains("there are \"carts\"").contains("Did you mean carts?");
  }

  @Test
  void aFileThatCannotBeWrittenIsToldAndNothingElse() {
    Call call = byHand("--csv", folder.resolve("none/estimate.csv").toString());
    assertThat(call.status()).isEqualTo(ExitStatus.ENVIRONMENT);
    assertThat(call.error()).contains("there is no file or folder");
    assertThat(byHand("--csv", folder.toString()).error()).contains("is a folder");
  }

  private static Call byHand(String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "estimate",
                "--reads",
                "1000/s",
                "--writes",
                "100/s",
                "--write-level",
                "ONE",
                "--keys",
                "10000",
                "--delay",
                "lognormal 5ms 0.5"));
    words.addAll(List.of(more));
    return Call.of(words.toArray(String[]::new));
  }

  private static JsonNode json(String... more) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                "estimate",
                "--reads",
                "1000/s",
                "--writes",
                "100/s",
                "--write-level",
                "ONE",
                "--json"));
    words.addAll(List.of(more));
    Call call = Call.of(words.toArray(String[]::new));
    assertThat(call.status()).as(call.error()).isEqualTo(ExitStatus.OK);
    return JsonMapper.builder().build().readTree(call.output());
  }

  private static double one(JsonNode json) {
    return json.at("/estimates/0/estimated/levels/0/staleRate").asDouble();
  }

  private String observed(String text) throws IOException {
    return Files.writeString(folder.resolve("observed.json"), text).toString();
  }
}
