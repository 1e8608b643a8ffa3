package org.quorate.core.workload;

/**
 * One property as somebody set it.
 *
 * @param place where, for messages: {@code workloads/workloada:12} or {@code -p}
 */
record PropertySetting(String place, String key, String value) {
  /** The refusal of this setting, with its place and key in front of {@code sentence}. */
  InvalidWorkloadException refuse(String sentence) {
    return new InvalidWorkloadException(place + ": " + key + ": " + sentence);
  }
}
