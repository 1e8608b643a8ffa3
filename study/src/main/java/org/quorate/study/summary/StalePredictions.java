package org.quorate.study.summary;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;

/**
 * How well staleness models predicted the stale-read rates of a study's fixed levels.
 *
 * @param models in the order in which models are known; empty where too little was checked
 * @param checks all that this is of, run by run; in {@code predictions.csv} alone
 */
public record StalePredictions(List<ModelAccuracy> models, @JsonIgnore List<StaleCheck> checks) {
  /** Of a study without monitor or histories. */
  public static final StalePredictions NONE = new StalePredictions(List.of(), List.of());

  public StalePredictions {
    models = List.copyOf(models);
    checks = List.copyOf(checks);
  }
}
