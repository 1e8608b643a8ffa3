package org.quorate.study.export;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import org.quorate.study.comparison.StudyComparison;
import org.quorate.study.io.WholeFile;
import org.quorate.study.prediction.FixedPredictions;
import org.quorate.study.prediction.PredictionVerdict;
import org.quorate.study.summary.StudySummary;

/**
 * Writes {@code runs.csv}, {@code cells.csv}, {@code study.json}, {@code hosts.csv} where energy
 * was accounted for, {@code faults.csv} where a study has faults, {@code distances.csv} where it is
 * known how far policies are from the best possible one, and {@code predictions.csv} where it is
 * known how well staleness models predicted. Stateless.
 */
public final class Exports {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .addModule(
              new SimpleModule()
                  .addSerializer(Instant.class, ToStringSerializer.instance)
                  .addSerializer(Double.class, new KnownNumber())
                  .addSerializer(double.class, new KnownNumber()))
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  private Exports() {}

  /** Writes all files, each whole or not at all. */
  public static void write(StudySummary summary, Path directory) throws IOException {
    CsvTable runs = new CsvTable();
    summary.runs().forEach(run -> runs.add(RunRows.of(run)));
    runs.write(directory.resolve("runs.csv"));
    CsvTable cells = new CsvTable();
    summary.cells().forEach(cell -> cells.add(CellRows.of(cell)));
    cells.write(directory.resolve("cells.csv"));
    CsvTable hosts = new CsvTable();
    summary.runs().forEach(run -> HostRows.of(run).forEach(hosts::add));
    if (summary.runs().stream().anyMatch(run -> run.energy() != null)) {
      hosts.write(directory.resolve("hosts.csv"));
    }
    CsvTable phases = new CsvTable();
    summary.cells().forEach(cell -> FaultRows.of(cell).forEach(phases::add));
    if (summary.runs().stream().anyMatch(run -> !run.faults().isEmpty())) {
      phases.write(directory.resolve("faults.csv"));
    }
    CsvTable distances = new CsvTable();
    summary.distances().known().forEach(each -> distances.add(DistanceRows.of(each)));
    if (!summary.distances().known().isEmpty()) {
      distances.write(directory.resolve("distances.csv"));
    }
    CsvTable predictions = new CsvTable();
    summary.predictions().checks().forEach(each -> predictions.add(StaleCheckRows.of(each)));
    if (!summary.predictions().checks().isEmpty()) {
      predictions.write(directory.resolve("predictions.csv"));
    }
    WholeFile.write(directory.resolve("study.json"), json(summary));
  }

  /** The summary as JSON on several lines; a number that is not known is null. */
  public static String json(StudySummary summary) throws IOException {
    return JSON.writeValueAsString(summary) + "\n";
  }

  /** A comparison of two studies as JSON, likewise. */
  public static String json(StudyComparison comparison) throws IOException {
    return JSON.writeValueAsString(comparison) + "\n";
  }

  /** How predictions of held-out cells did as JSON, likewise. */
  public static String json(PredictionVerdict verdict) throws IOException {
    return JSON.writeValueAsString(verdict) + "\n";
  }

  /** Writes what is predicted as CSV, one line per cell, whole or not at all. */
  public static void write(FixedPredictions predictions, Path file) throws IOException {
    CsvTable table = new CsvTable();
    predictions.cells().forEach(cell -> table.add(PredictionRows.of(cell, predictions)));
    table.write(file);
  }

  /** Writes what was predicted and what was measured as CSV, likewise. */
  public static void write(PredictionVerdict verdict, Path file) throws IOException {
    CsvTable table = new CsvTable();
    verdict.cells().forEach(cell -> table.add(PredictionRows.of(cell, verdict.predictions())));
    table.write(file);
  }

  /** JSON has neither NaN nor infinity. */
  private static final class KnownNumber extends StdSerializer<Double> {
    private static final long serialVersionUID = 1L;

    KnownNumber() {
      super(Double.class);
    }

    @Override
    public void serialize(Double value, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      if (Double.isFinite(value)) {
        json.writeNumber(value);
      } else {
        json.writeNull();
      }
    }
  }
}
