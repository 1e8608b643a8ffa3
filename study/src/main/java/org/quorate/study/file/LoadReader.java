package org.quorate.study.file;

import org.jspecify.annotations.Nullable;
import org.quorate.core.quantity.Rates;
import org.quorate.study.plan.LoadShape;

/** Reads the {@code load} section. Stateless. */
final class LoadReader {
  static final int MOST_THREADS = 100_000;
  static final int MOST_PROCESSES = 1000;
  static final int DEFAULT_MAX_IN_FLIGHT = 4096;

  private static final String[] KEYS = {
    "threads", "target", "arrivals", "max-in-flight", "processes"
  };

  private LoadReader() {}

  /** The load, or null where the file says nothing of it. */
  static @Nullable LoadShape read(Section study) throws StudyFileException {
    Entry entry = study.find("load");
    if (entry == null) {
      return null;
    }
    Section load = entry.section(KEYS);
    Entry arrivals = load.find("arrivals");
    if (arrivals == null) {
      Entry limit = load.find("max-in-flight");
      if (limit != null) {
        throw limit.refuse("it belongs to an open loop; remove it, or give arrivals.");
      }
      int threads = (int) load.required("threads").value().wholeNumber(1, MOST_THREADS);
      Entry target = load.find("target");
      return new LoadShape.Closed(threads, target == null ? 0 : target.value().as(Rates::parse));
    }
    for (String closed : new String[] {"threads", "target"}) {
      Entry other = load.find(closed);
      if (other != null) {
        throw other.refuse("it belongs to a closed loop; remove it, or remove arrivals.");
      }
    }
    return new LoadShape.Open(
        arrivals.value().as(Texts::arrivals),
        (int)
            load.value("max-in-flight", Integer.toString(DEFAULT_MAX_IN_FLIGHT))
                .wholeNumber(1, 1_000_000));
  }

  /** How many processes share the load. */
  static int processes(Section study) throws StudyFileException {
    Entry entry = study.find("load");
    return entry == null
        ? 1
        : (int) entry.section(KEYS).value("processes", "1").wholeNumber(1, MOST_PROCESSES);
  }
}
