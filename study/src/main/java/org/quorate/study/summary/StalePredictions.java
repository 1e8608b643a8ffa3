package org.quorate.study.summary;

import java.util.List;

/**
 * How well staleness models predicted the stale-read rates of a study's fixed levels.
 *
 * @param models in the order in which models are known; empty where too little was checked
 * @param checks all that this is of, run by run
 */
public record StalePredictions(List<ModelAccuracy> models, List<StaleCheck> checks) {
  /** Of a study without monitor or histories. */
  public static final StalePredictions NONE = new StalePredictions(List.of(), List.of());

  public StalePredictions {
    models = List.copyOf(models);
    checks = List.copyOf(checks);
  }
}
