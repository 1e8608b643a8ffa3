package org.quorate.core.policy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import org.quorate.core.text.Suggestions;

/**
 * The policies that are stated by a name and a tolerance: the one registry. A new policy is a line
 * here. Stateless.
 */
public final class Policies {
  private static final Map<String, DoubleFunction<ConsistencyPolicy>> BY_NAME =
      new LinkedHashMap<>();

  static {
    StalenessModels.all()
        .forEach(
            model -> BY_NAME.put(model.name(), tolerance -> new TolerancePolicy(model, tolerance)));
    for (RecencyPolicy.Kind kind : RecencyPolicy.Kind.values()) {
      BY_NAME.put(kind.text(), tolerance -> new RecencyPolicy(kind, tolerance));
    }
  }

  private Policies() {}

  /** The names of all, the paper's own first. */
  public static List<String> names() {
    return List.copyOf(BY_NAME.keySet());
  }

  /**
   * The policy of a name that keeps a tolerance.
   *
   * @param tolerance the largest stale-read rate that is accepted, 0 to 1
   * @throws IllegalArgumentException if there is no such policy, or the tolerance is not a rate
   */
  public static ConsistencyPolicy of(String name, double tolerance) {
    DoubleFunction<ConsistencyPolicy> made = BY_NAME.get(name);
    if (made == null) {
      throw new IllegalArgumentException(
          "\""
              + name
              + "\" is no policy that adapts; choose among "
              + String.join(", ", names())
              + "."
              + Suggestions.didYouMean(name, names()));
    }
    return made.apply(tolerance);
  }
}
