package org.quorate.study.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What servers drew while nobody sent them anything.
 *
 * @param number from 1, in the order of measuring
 * @param session whose servers
 * @param blocks repetitions that it lies at the start or end of; a run's baseline is the mean over
 *     those that name its repetition and its session
 */
public record IdleResult(int number, int session, List<Integer> blocks, EnergyResult energy) {
  /** Copies the blocks. */
  public IdleResult {
    blocks = List.copyOf(blocks);
  }

  /**
   * What the hosts of a session drew without load around one of its blocks.
   *
   * @return mean watts by host; empty where nothing was measured
   */
  public static Map<String, Double> baseline(
      List<IdleResult> measured, int session, int repetition) {
    Map<String, List<Double>> watts = new LinkedHashMap<>();
    for (IdleResult idle : measured) {
      if (idle.session() == session && idle.blocks().contains(repetition)) {
        for (HostResult host : idle.energy().hosts()) {
          watts
              .computeIfAbsent(host.host(), name -> new ArrayList<>())
              .add(host.joules() / idle.energy().seconds());
        }
      }
    }
    Map<String, Double> means = new LinkedHashMap<>();
    watts.forEach(
        (host, all) ->
            means.put(host, all.stream().mapToDouble(Double::doubleValue).average().orElseThrow()));
    return means;
  }
}
