package org.quorate.cli.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may depend on whom, over the classes of every module. */
final class DependenciesTest {
  /** Each module with the modules of this project that it may see. */
  private static final Map<String, List<String>> MAY_SEE =
      Map.of(
          "core", List.of(),
          "testing", List.of(),
          "load", List.of("core"),
          "study", List.of("core"),
          "report", List.of("study", "core"),
          "power", List.of("core"),
          "cassandra", List.of("core"),
          "hbase", List.of("core"),
          "lab", List.of("cassandra", "hbase", "power", "load", "study", "core"),
          "cli", List.of("lab", "cassandra", "hbase", "power", "report", "load", "study", "core"));

  @SuppressWarnings("NullAway.Init")
  private static JavaClasses house;

  @BeforeAll
  static void readAllClasses() {
    house = HouseClasses.withDependencies();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "core",
        "testing",
        "load",
        "study",
        "report",
        "power",
        "cassandra",
        "hbase",
        "lab",
        "cli"
      })
  void dependenciesPointDownwards(String module) {
    String[] forbidden =
        MAY_SEE.keySet().stream()
            .filter(other -> !other.equals(module))
            .filter(other -> !seen(module).contains(other))
            .map(DependenciesTest::packages)
            .toArray(String[]::new);
    if (forbidden.length > 0) {
      noClasses()
          .that()
          .resideInAPackage(packages(module))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(forbidden)
          .check(house);
    }
  }

  @Test
  void everyClassBelongsToAModule() {
    classes()
        .should()
        .resideInAnyPackage(
            MAY_SEE.keySet().stream().map(DependenciesTest::packages).toArray(String[]::new))
        .check(house);
  }

  @Test
  void packagesFormNoCycles() {
    slices().matching("org.quorate.(**)").should().beFreeOfCycles().check(house);
  }

  @Test
  void whatMeasuresKnowsNoParticularStore() {
    noClasses()
        .that()
        .resideInAnyPackage("org.quorate.lab.backend", "org.quorate.lab.store", packages("load"))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "org.quorate.cassandra..",
            "org.quorate.hbase..",
            "org.quorate.lab.cassandra..",
            "org.quorate.lab.hbase..",
            "org.quorate.lab.store.cassandra..",
            "org.quorate.lab.store.hbase..",
            "com.datastax..",
            "org.apache.hadoop..")
        .check(house);
  }

  /** Its sections are one page's, and are read together, so they are many in one package. */
  @Test
  void ofTheReportsPageNoSectionIsToBeHadOutsideOfIt() {
    assertThat(
            house.that(JavaClass.Predicates.resideInAPackage("org.quorate.report.page")).stream()
                .filter(type -> type.isTopLevelClass())
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                .map(JavaClass::getSimpleName))
        .containsExactlyInAnyOrder("Html", "Page", "RawFile");
  }

  /** What the libraries do not need of core's statistics is not in an application's class path. */
  @Test
  void anApplicationNeedsNoStatisticsThatItsLibraryDoesNotBring() {
    assertThat(path(packages("cassandra"), "org.apache.commons.statistics.distribution.."))
        .as("what is looked for is found")
        .isNotEmpty();
    assertThat(path(packages("cassandra"), "org.apache.commons.statistics.inference..")).isEmpty();
    assertThat(path(packages("hbase"), "org.apache.commons.statistics..")).isEmpty();
  }

  /**
   * How some packages get to others, over whatever lies between; empty where they do not. ArchUnit
   * can tell that too, but looks through everything again for each class.
   */
  private static List<String> path(String from, String to) {
    DescribedPredicate<JavaClass> wanted = JavaClass.Predicates.resideInAPackage(to);
    Map<JavaClass, JavaClass> before = new HashMap<>();
    Deque<JavaClass> open =
        new ArrayDeque<>(house.that(JavaClass.Predicates.resideInAPackage(from)));
    assertThat(open).isNotEmpty();
    open.forEach(each -> before.put(each, each));
    while (!open.isEmpty()) {
      JavaClass at = open.remove();
      if (wanted.test(at)) {
        Deque<String> path = new ArrayDeque<>(List.of(at.getName()));
        for (; !at.equals(before.get(at)); at = requireNonNull(before.get(at))) {
          path.addFirst(requireNonNull(before.get(at)).getName());
        }
        return List.copyOf(path);
      }
      for (Dependency dependency : at.getDirectDependenciesFromSelf()) {
        JavaClass target = dependency.getTargetClass().getBaseComponentType();
        if (before.putIfAbsent(target, at) == null) {
          open.add(target);
        }
      }
    }
    return List.of();
  }

  @Test
  void coreTouchesNoFileAndNoNetwork() {
    noClasses()
        .that()
        .resideInAPackage(packages("core"))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.nio.file..", "java.net", "java.net.spi", "java.nio.channels..")
        .orShould()
        .dependOnClassesThat()
        .haveNameMatching("java\\.(io\\.(File|RandomAccess)|net\\.http\\.(HttpClient|WebSocket)).*")
        .check(house);
  }

  @ParameterizedTest
  @ValueSource(strings = {"core", "load"})
  void noClockIsReadAndNoRandomnessDrawnThatWasNotHandedIn(String module) {
    noClasses()
        .that()
        .resideInAPackage(packages(module))
        .should()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(Math.class, "random")
        .orShould()
        .callConstructor(Random.class)
        .orShould()
        .callConstructor(SplittableRandom.class)
        .orShould()
        .dependOnClassesThat()
        .belongToAnyOf(ThreadLocalRandom.class, Clock.class)
        .orShould()
        .callMethodWhere(asksForTheTime())
        .check(house);
  }

  /** So that a load takes place in whatever time it is given, and on whatever thread. */
  @Test
  void aLoadStartsNoThreadAndWaitsOnNone() {
    noClasses()
        .that()
        .resideInAnyPackage("org.quorate.load", "org.quorate.load.store")
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(Thread.class, LockSupport.class, Executor.class)
        .check(house);
  }

  @Test
  void everyPackageIsNullMarked() {
    List<String> unmarked =
        house.stream()
            .map(JavaClass::getPackage)
            .distinct()
            .filter(javaPackage -> !isNullMarked(javaPackage))
            .map(JavaPackage::getName)
            .toList();
    assertThat(unmarked).isEmpty();
  }

  @Test
  void classesAreNamedForWhatTheyAre() {
    noClasses()
        .should()
        .haveSimpleNameEndingWith("Util")
        .orShould()
        .haveSimpleNameEndingWith("Utils")
        .orShould()
        .haveSimpleNameEndingWith("Helper")
        .orShould()
        .haveSimpleNameEndingWith("Manager")
        .check(house);
  }

  private static boolean isNullMarked(JavaPackage javaPackage) {
    return javaPackage.tryGetAnnotationOfType(NullMarked.class).isPresent();
  }

  private static DescribedPredicate<JavaCall<?>> asksForTheTime() {
    Set<String> types =
        Stream.of(
                java.time.Instant.class,
                java.time.LocalDate.class,
                java.time.LocalDateTime.class,
                java.time.ZonedDateTime.class)
            .map(Class::getName)
            .collect(java.util.stream.Collectors.toUnmodifiableSet());
    return DescribedPredicate.describe(
        "ask for the time",
        call ->
            call.getName().equals("now") && types.contains(call.getTargetOwner().getFullName()));
  }

  private static List<String> seen(String module) {
    return MAY_SEE.getOrDefault(module, List.of());
  }

  private static String packages(String module) {
    return "org.quorate." + module + "..";
  }
}
