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

  /** What the hosts of a session drew without load around one of its blocks. */
  public static IdleBaseline baseline(List<IdleResult> measured, int session, int repetition) {
    Map<String, List<Double>> watts = new LinkedHashMap<>();
    List<Double> steps = new ArrayList<>();
    for (IdleResult idle : measured) {
      if (idle.session() == session && idle.blocks().contains(repetition)) {
        double seconds = idle.energy().seconds();
        steps.add(idle.energy().resolutionJoules() / seconds);
        for (HostResult host : idle.energy().hosts()) {
          watts
              .computeIfAbsent(host.host(), name -> new ArrayList<>())
              .add(host.joules() / seconds);
        }
      }
    }
    if (watts.isEmpty()) {
      return IdleBaseline.NONE;
    }
    Map<String, Double> means = new LinkedHashMap<>();
    watts.forEach((host, all) -> means.put(host, mean(all)));
    return new IdleBaseline(means, mean(steps));
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }
}
