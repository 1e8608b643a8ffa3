package org.quorate.report.page;

/** Where numbers come from. Every figure and table says it. */
enum Source {
  CLIENT("measured", "timed and counted by the load generator, at the client"),
  ORACLE("exact count", "every read of the recorded history was judged; nothing is sampled"),
  SERVERS("server counters", "the servers' own counters, read before and after each run"),
  SYSTEM("operating system", "processor time that the operating system accounted to processes"),
  LINKS("measured in the links", "from a message's entry into a link to its exit"),
  MODEL("estimated", "by a model from rates and propagation time that a monitor saw; not measured"),
  METER("measured by a meter", "by a device that tells watts or joules"),
  POWER_MODEL(
      "estimated", "by a power model from processor, disk and network use; no meter measured it"),
  ASSUMED("assumed", "what would be under an assumption that is named here; not measured"),
  QUOTED("quoted", "what somebody else wrote; nothing of it was measured here"),
  COMPUTED("computed", "computed from the measured runs, with the method named beside it");

  private final String label;
  private final String meaning;

  Source(String label, String meaning) {
    this.label = label;
    this.meaning = meaning;
  }

  String label() {
    return label;
  }

  /** Writes the badge. */
  void write(Html html) {
    html.element("span", label, "class", "badge", "title", meaning);
  }

  /** Writes the badge with a few words more, such as how far off the numbers may be. */
  void write(Html html, String more) {
    html.element(
        "span", more.isEmpty() ? label : label + " " + more, "class", "badge", "title", meaning);
  }
}
