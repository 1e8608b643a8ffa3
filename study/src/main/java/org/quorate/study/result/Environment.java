package org.quorate.study.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where and how a study ran, enough to run it again: versions, processors, memory, Java, kernel,
 * server version and settings, in an order fit for reading.
 *
 * @param facts name to value, for example "processors" to "2 x Intel Xeon"
 */
public record Environment(Map<String, String> facts) {
  public Environment {
    facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
  }
}
