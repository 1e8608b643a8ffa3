package org.quorate.core.offload;

import java.util.List;

/**
 * What a policy knows.
 *
 * @param requestsPerSecond that each server that is awake got of late, at least 0 each; resting
 *     servers get none and are not in the list
 * @param servers awake and resting together, at least as many as are awake
 * @param capacityPerSecond requests that one server can do, as it was measured or is stated, above
 *     0
 * @param secondsUnchanged since the number of awake servers was changed last and the change was
 *     complete, at least 0; infinite where it never was
 */
public record OffloadObservation(
    List<Double> requestsPerSecond,
    int servers,
    double capacityPerSecond,
    double secondsUnchanged) {
  /**
   * @throws IllegalArgumentException if a value is out of its range
   */
  public OffloadObservation {
    requestsPerSecond = List.copyOf(requestsPerSecond);
    if (requestsPerSecond.isEmpty() || requestsPerSecond.size() > servers) {
      throw new IllegalArgumentException(
          "Of "
              + servers
              + " servers at least 1 and at most all are awake, but "
              + requestsPerSecond.size()
              + " are.");
    }
    if (requestsPerSecond.stream().anyMatch(rate -> !(rate >= 0 && Double.isFinite(rate)))) {
      throw new IllegalArgumentException(
          "Requests per second must be finite and at least 0, but they are "
              + requestsPerSecond
              + ".");
    }
    if (!(capacityPerSecond > 0 && Double.isFinite(capacityPerSecond))
        || !(secondsUnchanged >= 0)) {
      throw new IllegalArgumentException(
          "A server must be able to do more than 0 requests per second and a time must be at least"
              + " 0, but they are "
              + capacityPerSecond
              + " and "
              + secondsUnchanged
              + ".");
    }
  }

  /** Servers that are awake, at least 1. */
  public int awake() {
    return requestsPerSecond.size();
  }

  /** Requests per second of all servers together. */
  public double allPerSecond() {
    return requestsPerSecond.stream().mapToDouble(Double::doubleValue).sum();
  }

  /** Requests per second of the server that gets the most. */
  public double busiestPerSecond() {
    return requestsPerSecond.stream().mapToDouble(Double::doubleValue).max().orElse(0);
  }
}
