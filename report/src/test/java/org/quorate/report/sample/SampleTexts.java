package org.quorate.report.sample;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.quorate.study.finding.Finding;
import org.quorate.study.finding.PilotOutcome;
import org.quorate.study.plan.Claim;
import org.quorate.study.summary.StudySummary;

/** Texts of the sample studies. */
final class SampleTexts {
  static final Map<String, String> SETTINGS = new LinkedHashMap<>();
  static final Map<String, String> ENVIRONMENT = new LinkedHashMap<>();

  static final String STUDY_FILE =
      """
      name: demo
      title: What a weaker read level buys on three nodes
      question: Do reads at ONE buy throughput, and how many of them are stale?
      cluster:
        engine: cassandra
        nodes: 3
        replication factor: 3
        link delay: 5ms
      workload:
        file: workloada
        recordcount: 1000
        requestdistribution: zipfian
      load:
        threads: 40
      factors:
        read level: [ONE, QUORUM, ALL]
        write level: [ONE, QUORUM]
      runs:
        repetitions: 5
        warm up: 5s
        duration: 10s
      """;

  static {
    SETTINGS.put("nodes", "3");
    SETTINGS.put("replication factor", "3");
    SETTINGS.put("link delay", "5ms one way, constant");
    SETTINGS.put("load", "closed loop, 40 threads");
    SETTINGS.put("workload", "workloada");
    SETTINGS.put("recordcount", "1000");
    SETTINGS.put("readproportion", "0.5");
    SETTINGS.put("updateproportion", "0.5");
    SETTINGS.put("requestdistribution", "zipfian (as YCSB draws it)");
    SETTINGS.put("seed", "42");
    ENVIRONMENT.put("processors", "2 \u00d7 Intel Xeon @ 2.80 GHz");
    ENVIRONMENT.put("memory", "24 GiB");
    ENVIRONMENT.put("kernel", "Linux 6.1.0-18-amd64");
    ENVIRONMENT.put("Java", "17.0.15+6 (Eclipse Adoptium)");
    ENVIRONMENT.put("Cassandra", "5.0.6");
    ENVIRONMENT.put("driver", "4.19.3");
    ENVIRONMENT.put("Quorate", "0.1.0-SNAPSHOT");
  }

  private SampleTexts() {}

  /** The summary with the texts that a study file and its measurements would have given it. */
  static StudySummary with(StudySummary study, List<String> verdict, List<Finding> findings) {
    return new StudySummary(
        study.name(),
        study.title(),
        study.question(),
        verdict,
        List.of(
            "All nodes share one machine of two cores, so absolute rates say little about real"
                + " servers; compare levels, not numbers.",
            "Link delays are constant; real networks vary, and variation makes more reads stale.",
            "Writes come from the same process as reads; a second client with another clock would"
                + " need bounds on clock error."),
        study.command(),
        study.settings(),
        study.studyFile(),
        study.environment(),
        study.factors(),
        study.cells(),
        study.differences(),
        findings,
        findings.isEmpty()
            ? null
            : new PilotOutcome(
                "5ms",
                true,
                List.of(
                    new PilotOutcome.Trial("2ms", findings.subList(0, 2)),
                    new PilotOutcome.Trial("5ms", findings))),
        List.of(
            new Claim(
                "Harmony reduces stale reads by almost 80 % against eventual consistency.",
                "Chihoub et al., Harmony, 2012, section 1")),
        study.runs(),
        study.complete(),
        study.figures(),
        study.claimVerdicts(),
        study.design(),
        study.steadyState(),
        study.staticGains(),
        study.distances(),
        study.predictions());
  }
}
