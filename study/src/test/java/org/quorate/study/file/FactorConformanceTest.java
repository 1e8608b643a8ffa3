package org.quorate.study.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.StoreEngine;
import org.quorate.study.plan.Study;
import org.quorate.study.testing.Studies;

/** What holds for every factor that a study may vary: its levels do something, and are told. */
final class FactorConformanceTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  /**
   * Two levels of a factor, and what a study must have beside them.
   *
   * @param levels of which the first is the one that a cluster which exists already may have
   */
  private record Sample(StoreEngine engine, List<String> levels, String more) {
    static Sample of(String... levels) {
      return new Sample(StoreEngine.CASSANDRA, List.of(levels), "load: {threads: 2}\n");
    }

    static Sample onHBase(String more, String... levels) {
      return new Sample(StoreEngine.HBASE, List.of(levels), "load: {threads: 2}\n" + more);
    }

    Sample with(String changed) {
      return new Sample(engine, levels, changed);
    }
  }

  /** A new factor does not compile here until it has a sample. */
  private static Sample sample(Factor factor) {
    return switch (factor) {
      case NODES -> Sample.of("3", "4");
      case REPLICATION_FACTOR -> Sample.of("1", "2");
      case POOLS -> Sample.of("balanced", "hot-cold");
      case COORDINATORS -> Sample.of("token-aware", "hot");
      case COLD_CAP -> Sample.of("none", "0.5");
      case READ_LEVEL, WRITE_LEVEL -> Sample.of("ONE", "QUORUM");
      case POLICY -> Sample.of("ONE", "quorate 1%");
      case SECOND_READ -> Sample.of("none", "ALL");
      case BUFFERING -> Sample.onHBase("", "none", "bounded 1s");
      case DURABILITY -> Sample.onHBase("buffering: bounded 1s\n", "none", "process-crash");
      case OFFLOAD -> Sample.onHBase("offload: {capacity: 9/s}\n", "none", "idle");
      case FAULT ->
          Sample.of("none", "kill")
              .with("load: {threads: 2}\nfaults: {kill: [{at: 1s, kill: node3}]}\n");
      case DELAY -> Sample.of("none", "5ms");
      case ARRIVALS -> Sample.of("poisson 5/s", "poisson 6/s").with("");
      case THREADS -> Sample.of("3", "4");
      case TARGET -> Sample.of("500/s", "600/s");
      case PROCESSES -> Sample.of("1", "2");
      case PROPAGATION_ERROR -> Sample.of("1", "10").with("load: {threads: 2}\nmonitor: {}\n");
      case LOST_PAIRS -> Sample.of("0", "0.5").with("load: {threads: 2}\nmonitor: {}\n");
      case WORKLOAD ->
          Sample.of(
              Path.of("../workloads/workloada").toAbsolutePath().toString(),
              Path.of("../workloads/workloadc").toAbsolutePath().toString());
      case DISTRIBUTION -> Sample.of("uniform", "zipfian");
      case RECORD_COUNT, FIELD_LENGTH -> Sample.of("20", "30");
      case READ_PROPORTION -> Sample.of("0.25", "0.75");
    };
  }

  @ParameterizedTest
  @EnumSource(Factor.class)
  void eachLevelMakesAnotherRun(Factor factor) throws Exception {
    Study study = study(factor);
    Set<RunSettings> settings = Set.copyOf(study.cells().values());

    assertThat(study.cells()).hasSize(2);
    assertThat(settings).as("the levels of %s do nothing", factor).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(Factor.class)
  void itsLevelsAreAmongTheStudysSettings(Factor factor) throws Exception {
    Study study = study(factor);
    String told =
        study.settings().entrySet().stream()
            .filter(setting -> setting.getKey().startsWith(factor.setting()))
            .map(setting -> setting.getKey() + " = " + setting.getValue())
            .collect(Collectors.joining("\n"));

    // A fault is told by its name and its time line; none is told by neither.
    List<String> levels =
        sample(factor).levels().stream()
            .filter(level -> factor != Factor.FAULT || !level.equals("none"))
            .toList();
    assertThat(factor.setting()).isNotEmpty();
    assertThat(told).as("the setting of %s", factor).contains(levels);
  }

  @ParameterizedTest
  @EnumSource(Factor.class)
  void eachLevelHasWordsInTheNameOfItsCell(Factor factor) throws Exception {
    Set<String> labels =
        study(factor).cells().keySet().stream().map(Cell::label).collect(Collectors.toSet());

    assertThat(labels).hasSize(2).doesNotContain("");
  }

  @ParameterizedTest
  @EnumSource(Factor.class)
  void whatIsNoLevelIsRefusedWhereItStands(Factor factor) {
    assertThatThrownBy(() -> study(factor, List.of("of no kind at all"), ""))
        .isInstanceOf(StudyFileException.class)
        .hasMessageMatching("(?s).*study\\.yaml(, line |:)\\d+.*");
  }

  @ParameterizedTest
  @EnumSource(Factor.class)
  void anEngineThatHasNotWhatItNeedsRefusesIt(Factor factor) {
    Sample sample = sample(factor);
    for (StoreEngine engine : StoreEngine.values()) {
      if (factor.needs().filter(needed -> !engine.can(needed)).isPresent()) {
        assertThatThrownBy(
                () ->
                    read(factor, sample.levels(), "cluster: {engine: " + engine.text() + "}\n", ""))
            .as("%s on %s", factor, engine)
            .isInstanceOf(StudyFileException.class)
            .hasMessageMatching("(?s).*(remove the factor|remove it).*");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Factor.class)
  void aClusterThatIsThereAlreadyTakesItsLevelsOrRefusesThem(Factor factor) {
    List<Value> levels =
        sample(factor).levels().stream().map(text -> new Value("x", 1, "y", text)).toList();

    assertThat(factor.canBeHadAnywhere(levels.subList(0, 1)))
        .as("the first level of %s", factor)
        .isTrue();
    assertThat(factor.canBeHadAnywhere(levels)).isEqualTo(factor.fixed().isEmpty());
  }

  private Study study(Factor factor) throws Exception {
    Sample sample = sample(factor);
    return study(factor, sample.levels(), sample.more());
  }

  private Study study(Factor factor, List<String> levels, String more) throws Exception {
    return read(
        factor, levels, "cluster: {engine: " + sample(factor).engine().text() + "}\n", more);
  }

  private Study read(Factor factor, List<String> levels, String cluster, String more)
      throws Exception {
    return Studies.load(
            folder,
            "title: x\nworkload: {properties: {recordcount: 10}}\n"
                + cluster
                + more
                + "factors: {"
                + factor.text()
                + ": ['"
                + String.join("', '", levels)
                + "']}\n")
        .study();
  }
}
