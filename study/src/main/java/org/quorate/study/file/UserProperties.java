package org.quorate.study.file;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.core.quantity.Durations;
import org.quorate.core.workload.Workload;
import org.quorate.study.plan.LoadShape;

/**
 * What YCSB properties of the command line say about the runs themselves: clients, throttle and
 * length. {@code threadcount}, {@code target} and {@code maxexecutiontime} count wherever the user
 * sets them. {@code operationcount} counts only as {@code -p}: every workload file states one, and
 * a study's runs last a time.
 *
 * @param fromFiles properties of {@code -P} files
 * @param explicit properties of {@code -p}
 */
record UserProperties(Map<String, String> fromFiles, Map<String, String> explicit) {
  boolean has(String property) {
    return explicit.containsKey(property) || fromFiles.containsKey(property);
  }

  /**
   * The load with the user's threads and target.
   *
   * @param load what the study file says, or null
   * @param workload with all properties put together
   */
  LoadShape load(@Nullable LoadShape load, Workload workload) throws StudyFileException {
    if (load == null) {
      return new LoadShape.Closed(workload.threadCount(), workload.target());
    }
    if (load instanceof LoadShape.Closed closed) {
      return new LoadShape.Closed(
          has("threadcount") ? workload.threadCount() : closed.threads(),
          has("target") ? workload.target() : closed.targetPerSecond());
    }
    if (has("threadcount")) {
      return new LoadShape.Closed(workload.threadCount(), has("target") ? workload.target() : 0);
    }
    if (has("target")) {
      throw new StudyFileException(
          explicit.containsKey("target") ? "-p" : "-P",
          0,
          "target",
          "this study's operations arrive on a schedule, which a target cannot throttle; set"
              + " threadcount too for a closed loop.");
    }
    return load;
  }

  Duration duration(Duration ofStudy, Workload workload) {
    return has("maxexecutiontime") && !workload.maximumExecutionTime().isZero()
        ? workload.maximumExecutionTime()
        : ofStudy;
  }

  /** Operations after which a run ends, or 0 for no such limit. */
  long operations(Workload workload, boolean studySetsOperationCount) {
    return explicit.containsKey("operationcount")
            || (studySetsOperationCount && !fromFiles.containsKey("operationcount"))
        ? workload.operationCount()
        : 0;
  }

  /** What of the user's files has no effect, for the user to see. */
  List<String> notes(List<Factor> varied, Duration duration) {
    List<String> notes = new ArrayList<>();
    String count = fromFiles.get("operationcount");
    if (count != null && !explicit.containsKey("operationcount")) {
      notes.add(
          "operationcount="
              + count
              + " of the workload file is not used, because each run of a study lasts "
              + Durations.format(duration)
              + "; -p operationcount="
              + count
              + " ends runs after so many operations.");
    }
    for (Factor factor : varied) {
      if (fromFiles.containsKey(factor.property())) {
        notes.add(
            factor.property()
                + "="
                + fromFiles.get(factor.property())
                + " of the workload file is not used, because the study varies "
                + factor.text()
                + ".");
      }
    }
    return notes;
  }

  /**
   * @throws StudyFileException if the command line sets what the study varies
   */
  void refuseWhatVaries(List<Factor> varied, boolean hasFiles) throws StudyFileException {
    for (Factor factor : varied) {
      String property = factor.property();
      if (explicit.containsKey(property)) {
        throw new StudyFileException(
            "-p",
            0,
            property,
            "the study varies " + factor.text() + "; leave the property out, or edit the study.");
      }
      if (factor == Factor.WORKLOAD && hasFiles) {
        throw new StudyFileException(
            "-P", 0, "", "the study varies its workload files; leave -P out, or edit the study.");
      }
      if (factor == Factor.ARRIVALS && has("threadcount")) {
        throw new StudyFileException(
            explicit.containsKey("threadcount") ? "-p" : "-P",
            0,
            "threadcount",
            "the study varies arrivals, which a closed loop has not; leave the property out.");
      }
    }
  }
}
