package org.quorate.cli.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.cassandra.propagation.GivenPropagation;
import org.quorate.cassandra.propagation.PropagationSource;
import org.quorate.cli.observe.PropagationOption;
import org.quorate.cli.study.Backends;
import org.quorate.core.level.Level;
import org.quorate.core.policy.ConsistencyPolicy;
import org.quorate.core.policy.Policies;
import org.quorate.core.policy.StalenessModels;
import org.quorate.core.policy.StaticPolicy;
import org.quorate.core.staleness.StalenessModel;
import org.quorate.lab.backend.LocalStore;
import org.quorate.lab.engine.Engine;
import org.quorate.lab.engine.local.LocalEngine;
import org.quorate.lab.local.LabBackend;
import org.quorate.load.LoadTime;
import org.quorate.power.MeterKind;
import org.quorate.power.registry.MeterKinds;
import org.quorate.study.backend.Backend;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.MonitorSettings;
import org.quorate.study.plan.RunSettings;

/**
 * What is behind one of the house's seams is registered, and so takes part in the conformance test
 * of that seam; what a study can set has an effect. CONTRIBUTING.md has the seams.
 */
final class SeamsTest {
  @SuppressWarnings("NullAway.Init")
  private static JavaClasses house;

  @BeforeAll
  static void readAllClasses() {
    house = HouseClasses.alone();
  }

  @Test
  void everyPolicyHasAName() {
    areRegistered(
        ConsistencyPolicy.class,
        Stream.concat(
                Stream.of(new StaticPolicy(Level.ONE)),
                Policies.names().stream().map(name -> Policies.of(name, 0.01)))
            .toList());
  }

  @Test
  void everyStalenessModelHasAName() {
    areRegistered(StalenessModel.class, StalenessModels.all());
  }

  @Test
  void everyKindOfMeterIsKnown() {
    areRegistered(MeterKind.class, MeterKinds.standard(Clock.systemUTC(), Map.of()).all());
  }

  @Test
  void everyBackendCanBeChosen() {
    areRegistered(Backend.class, Backends.standard().all());
  }

  /** The switches that make them do not compile where an engine is left out. */
  @Test
  void everyStoreOfTheLabIsStartedForSomeEngine() {
    assertThat(behind(LocalStore.class))
        .allMatch(store -> isMadeBy(store, LabBackend.class.getPackageName()));
    assertThat(behind(Engine.class))
        .filteredOn(engine -> !engine.isEquivalentTo(LocalEngine.class))
        .allMatch(engine -> isMadeBy(engine, "org.quorate.cli.cluster"));
  }

  /** No list has these, so each has a test that is named for it and extends the suite. */
  @Test
  void everyTimeOfALoadAndEveryEngineHasAConformanceTest() {
    assertThat(behind(LoadTime.class)).isNotEmpty();
    assertThat(withoutTest(LoadTime.class, "Test extends LoadTimeConformance ")).isEmpty();
    assertThat(withoutTest(Engine.class, "IT extends EngineConformance "))
        .containsExactly(LocalEngine.class.getSimpleName());
  }

  /** All but a time that somebody states instead, and those that tell another's times. */
  @Test
  void everySourceOfPropagationTimesCanBeChosenAndIsTriedOnServers() throws Exception {
    String tried =
        Files.readString(
            House.root().resolve("lab/src/test/java/org/quorate/lab/cassandra/PropagationIT.java"));
    List<JavaClass> measuring =
        behind(PropagationSource.class).stream()
            .filter(source -> !source.isEquivalentTo(GivenPropagation.class))
            .filter(
                source -> source.getPackageName().equals(PropagationSource.class.getPackageName()))
            .toList();
    List<String> names = new ArrayList<>();
    for (JavaClass source : measuring) {
      names.add((String) source.reflect().getField("NAME").get(null));
    }
    assertThat(MonitorSettings.PROPAGATION_SOURCES).containsExactlyInAnyOrderElementsOf(names);
    assertThat(PropagationOption.SOURCES).containsExactlyInAnyOrderElementsOf(names);
    assertThat(measuring).allMatch(source -> tried.contains(" " + source.getSimpleName()));
  }

  /** A setting that nobody beside study files reads would be one that does nothing. */
  @ParameterizedTest
  @ValueSource(classes = {RunSettings.class, ClusterSettings.class})
  void everySettingOfAStudyHasAnEffectOnRuns(Class<? extends Record> settings) {
    Set<String> read =
        house.get(settings).getAccessesToSelf().stream()
            .filter(
                access -> access.getOriginOwner().getPackageName().startsWith("org.quorate.lab"))
            .map(JavaAccess::getName)
            .collect(Collectors.toCollection(TreeSet::new));
    // Methods of the settings themselves read some of them on behalf of others.
    Set<String> all =
        house.get(settings).getMethods().stream()
            .filter(method -> read.contains(method.getName()))
            .flatMap(method -> method.getFieldAccesses().stream())
            .map(JavaAccess::getName)
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(all)
        .containsAll(
            Arrays.stream(settings.getRecordComponents()).map(RecordComponent::getName).toList());
  }

  private static void areRegistered(Class<?> seam, Collection<?> registered) {
    Set<String> known =
        registered.stream().map(each -> each.getClass().getName()).collect(Collectors.toSet());
    assertThat(behind(seam)).isNotEmpty().extracting(JavaClass::getName).isSubsetOf(known);
  }

  private static List<JavaClass> behind(Class<?> seam) {
    return house.get(seam).getAllSubclasses().stream()
        .filter(each -> !each.isInterface())
        .filter(each -> !each.getModifiers().contains(JavaModifier.ABSTRACT))
        .toList();
  }

  private static List<String> withoutTest(Class<?> seam, String declared) {
    List<String> tests =
        House.modules().stream()
            .map(module -> module.resolve("src/test/java"))
            .filter(Files::isDirectory)
            .flatMap(SeamsTest::conformanceTests)
            .toList();
    return behind(seam).stream()
        .map(JavaClass::getSimpleName)
        .filter(
            name ->
                tests.stream().noneMatch(test -> test.contains(name + "Conformance" + declared)))
        .toList();
  }

  private static Stream<String> conformanceTests(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      List<String> texts = new ArrayList<>();
      for (Path file : files.filter(each -> each.toString().contains("Conformance")).toList()) {
        texts.add(Files.readString(file));
      }
      return texts.stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isMadeBy(JavaClass made, String somePackage) {
    return made.getConstructors().stream()
        .flatMap(constructor -> constructor.getCallsOfSelf().stream())
        .anyMatch(call -> call.getOriginOwner().getPackageName().equals(somePackage));
  }
}
