package org.quorate.core.workload;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.quorate.core.text.Suggestions;

/** Which properties YCSB's core workload and client know, and what becomes of each here. */
final class PropertyNames {
  /** Properties that change what is done here. */
  static final Set<String> HONOURED =
      Set.of(
          "dataintegrity",
          "exponential.frac",
          "exponential.percentile",
          "fieldcount",
          "fieldlength",
          "fieldlengthdistribution",
          "fieldnameprefix",
          "hotspotdatafraction",
          "hotspotopnfraction",
          "insertcount",
          "insertorder",
          "insertproportion",
          "insertstart",
          "maxexecutiontime",
          "maxscanlength",
          "minfieldlength",
          "minscanlength",
          "operationcount",
          "readallfields",
          "readmodifywriteproportion",
          "readproportion",
          "recordcount",
          "requestdistribution",
          "scanlengthdistribution",
          "scanproportion",
          "table",
          "target",
          "threadcount",
          "updateproportion",
          "workload",
          "writeallfields",
          "zeropadding",
          "zipfianconstant");

  /** Prefixes, and whole names, of properties that are kept for others to read. */
  private static final List<String> EXTRA_PREFIXES = List.of("cassandra.", "quorate.");

  private static final Set<String> EXTRA = Set.of("hosts", "port");

  private static final String MEASURED = "latencies are always recorded in HdrHistograms";
  private static final String REPORTED = "results are written as a report with its raw data";
  private static final String RETRIES = "a failed insert is counted as an error and not repeated";
  private static final String STATUS = "progress is shown by the command itself";
  private static final String ERRORS = "every kind of error is counted and timed apart";

  /** Properties of stock YCSB that change nothing here, and why not. */
  private static final Map<String, String> WITHOUT_EFFECT =
      Map.ofEntries(
          Map.entry("columnfamily", "tables of this store have no column families"),
          Map.entry("core_workload_insertion_retry_interval", RETRIES),
          Map.entry("core_workload_insertion_retry_limit", RETRIES),
          Map.entry("db", "the store is chosen by the study or the command"),
          Map.entry("debug", "messages are chosen by the command"),
          Map.entry("dotransactions", "the load phase and the run phase are chosen by the command"),
          Map.entry("exporter", REPORTED),
          Map.entry("exportfile", REPORTED),
          Map.entry("fieldlengthhistogram", "lengths from a histogram file are not supported"),
          Map.entry("histogram.buckets", MEASURED),
          Map.entry("label", STATUS),
          Map.entry("latencytrackederrors", ERRORS),
          Map.entry("measurementtype", MEASURED),
          Map.entry("readallfieldsbyname", "columns are always asked for by name"),
          Map.entry("reportlatencyforeacherror", ERRORS),
          Map.entry("spin.sleep", "arrivals have their own timing"),
          Map.entry("status", STATUS),
          Map.entry("status.interval", STATUS),
          Map.entry("timeseries.granularity", "the report has a time line of its own"));

  private static final Map<String, String> PREFIXES_WITHOUT_EFFECT =
      Map.of(
          "basicdb.",
          "the store is chosen by the study or the command",
          "hdrhistogram.",
          MEASURED,
          "htrace.",
          "HTrace is not used",
          "measurement.",
          MEASURED);

  private PropertyNames() {}

  /** Whether the property is kept for others to read. */
  static boolean isExtra(String key) {
    return EXTRA.contains(key) || EXTRA_PREFIXES.stream().anyMatch(key::startsWith);
  }

  /** Why a property of stock YCSB has no effect here; empty for other properties. */
  static Optional<String> whyWithoutEffect(String key) {
    String reason = WITHOUT_EFFECT.get(key);
    return reason != null
        ? Optional.of(reason)
        : PREFIXES_WITHOUT_EFFECT.entrySet().stream()
            .filter(entry -> key.startsWith(entry.getKey()))
            .map(Map.Entry::getValue)
            .findFirst();
  }

  /** The end of the sentence that refuses an unknown property. */
  static String didYouMean(String key) {
    Set<String> known = new TreeSet<>(HONOURED);
    known.addAll(WITHOUT_EFFECT.keySet());
    known.addAll(EXTRA);
    return Suggestions.didYouMean(key, known);
  }
}
