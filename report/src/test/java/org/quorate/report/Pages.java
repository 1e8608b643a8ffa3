package org.quorate.report;

import java.util.IdentityHashMap;
import org.quorate.study.summary.StudySummary;

/** The pages of studies, each rendered once, since many tests look at the same. */
final class Pages {
  private static final IdentityHashMap<StudySummary, String> PAGES = new IdentityHashMap<>();

  private Pages() {}

  static synchronized String of(StudySummary study) {
    return PAGES.computeIfAbsent(study, HtmlReport::render);
  }
}
