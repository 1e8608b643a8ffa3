package org.quorate.lab.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two runs of one cell, the first dropped. host1 has a gauge that rises from 100 W to 200 W over
 * the ten seconds of the second run, 1,500 J; host2 a counter that wraps at 1,000 J and counts 80 J
 * a second, 800 J. With 1,150 operations that is 2 J each. Two runs of another cell have no energy,
 * and 4 times as many operations per second, then 9 times: 6 times in the geometric mean.
 */
final class EnergyRecountTest {
  private static final String GAUGE = channel("watts, all", "power", "null");
  private static final String COUNTER = channel("counter", "energy", "1000.0");

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @BeforeEach
  void makeUp() throws IOException {
    write(
        "study.json",
        """
        {"design": {"dropped": 1},
         "factors": {"policy": ["ONE", "ALL"], "delay": ["5ms"]},
         "runs": [
           {"sequence": 1, "energy": {"hosts": [{"host": "host1", "channels": [%s]}]}},
           {"sequence": 2, "energy": {"hosts": [
             {"host": "host1", "channels": [%s]}, {"host": "host2", "channels": [%s]}]}},
           {"sequence": 3, "energy": null}],
         "cells": [{"cell": {"policy": "ONE"}, "label": "read ONE",
                    "energy": {"joulesPerOperation": {"mean": 2.0}},
                    "staleRate": {"mean": 0.15}}],
         "claimVerdicts": [
           {"claim": {"text": "ALL is faster", "expects": {
              "measure": "THROUGHPUT", "of": {"policy": "ALL"}, "against": {"policy": "ONE"},
              "where": {"policy": ["ALL"]}}},
            "ratio": {"mean": 6.0}, "pairs": 2},
           {"claim": {"text": "in a part", "expects": {
              "measure": "THROUGHPUT", "of": {"policy": "ALL"}, "against": {"policy": "ONE"},
              "where": {"part": ["one"]}}},
            "ratio": {"mean": 1.0}, "pairs": 1},
           {"claim": {"text": "not there", "expects": {
              "measure": "THROUGHPUT", "of": {"policy": "TWO"}, "against": {"policy": "ONE"},
              "where": {}}},
            "ratio": null, "pairs": 0}]}
        """
            .formatted(GAUGE, GAUGE, COUNTER));
    write(
        "hosts.csv",
        """
        run,host,from,to,joules
        1,host1,1970-01-01T00:00:50Z,1970-01-01T00:00:60Z,900.0
        2,host1,1970-01-01T00:01:40.500Z,1970-01-01T00:01:50.500Z,1500.0
        2,host2,1970-01-01T00:01:40.500Z,1970-01-01T00:01:50.500Z,800.0
        """
            .replace("00:00:60Z", "00:01:00Z"));
    write(
        "runs.csv",
        """
        run,repetition,policy,delay,succeeded,energy_joules,achieved_per_second,reads_judged,stale_reads,stale_rate
        1,1,ONE,,9,900.0,1.0,10,10,1.0
        2,2,ONE,,1150,2300.0,100.0,10,1,0.1
        3,3,ONE,,1150,,200.0,10,2,0.2
        4,3,ALL,,1150,,1800.0,,,
        5,2,ALL,,1150,,400.0,,,
        6,1,ALL,,1150,,9999.0,,,
        7,2,ONE,5ms,1150,9999.0,9999.0,10,9,0.9
        """);
    write("cells.csv", "cell,joules_per_operation\nread ONE,2.0\n");
    write(
        "runs/001/power.csv",
        """
        host,meter,channel,stamped_at,received_at,value
        host1,m,"watts, all",,49.000000000,90.0
        host1,m,"watts, all",,55.000000000,90.0
        """);
    write(
        "runs/002/power.csv",
        """
        host,meter,channel,stamped_at,received_at,value
        host1,m,"watts, all",100.500000000,100.700000000,100.0
        host2,m,counter,,100.000000000,900.0
        host1,m,other,,103.000000000,7777.0
        host1,m,"watts, all",,104.000000000,
        host2,m,counter,,105.000000000,300.0
        host1,m,"watts, all",105.500000000,105.700000000,150.0
        host2,m,counter,,111.000000000,780.0
        host1,m,"watts, all",110.500000000,110.700000000,200.0
        """);
  }

  @Test
  void everyNumberFollowsFromTheReadings() throws IOException {
    assertThat(EnergyRecount.check(folder)).isEqualTo(new EnergyRecount.Counted(2, 1, 1));
  }

  @Test
  void aNumberThatDoesNotFollowIsFound() throws IOException {
    for (String[] wrong :
        new String[][] {
          {"hosts.csv", ",1500.0", ",1530.0", "joules of host1 in run 2"},
          {"hosts.csv", ",800.0", ",1800.0", "joules of host2 in run 2"},
          {"runs.csv", ",2300.0", ",2301.0", "joules of run 2"},
          {"cells.csv", ",2.0", ",2.1", "in cells.csv"},
          {"study.json", "{\"mean\": 2.0}", "{\"mean\": 2.1}", "in study.json"},
          {"study.json", "{\"mean\": 0.15}", "{\"mean\": 0.16}", "stale rate of read ONE"},
          {"runs.csv", ",2,0.2", ",3,0.2", "stale rate of run 3"},
          {"study.json", "{\"mean\": 6.0}", "{\"mean\": 6.1}", "claim: ALL is faster"},
        }) {
      makeUp();
      String text = Files.readString(folder.resolve(wrong[0]));
      assertThat(text).contains(wrong[1]);
      write(wrong[0], text.replace(wrong[1], wrong[2]));

      assertThatThrownBy(() -> EnergyRecount.check(folder))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining(wrong[3]);
    }
  }

  private static String channel(String name, String quantity, String wrapsAt) {
    return """
        {"meter": "m", "channel": "%s", "quantity": "%s", "counted": true, "wrapsAt": %s}"""
        .formatted(name, quantity, wrapsAt);
  }

  private void write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
