package org.quorate.cli.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The public types of the libraries are those of their {@code public-types.txt}: {@code
 * application} for what applications get to from what the documents and examples name, {@code
 * project} for what other packages and modules of this project use.
 */
final class PublicTypesTest {
  @ParameterizedTest
  @ValueSource(strings = {"cassandra", "hbase"})
  void whatIsPublicIsListedOnPurpose(String library) throws IOException {
    JavaClasses types =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.quorate." + library);
    Set<JavaClass> reached = reached(types, named(library));
    SortedMap<String, String> whose = new TreeMap<>();
    types.stream()
        .filter(type -> isPublic(type) && type.isTopLevelClass())
        .forEach(
            type -> whose.put(type.getName(), reached.contains(type) ? "application" : "project"));
    assertThat(listed(library)).isEqualTo(whose);
  }

  private static SortedMap<String, String> listed(String library) throws IOException {
    SortedMap<String, String> listed = new TreeMap<>();
    for (String line :
        Files.readAllLines(House.root().resolve(library).resolve("public-types.txt"))) {
      if (!line.startsWith("#")) {
        String[] words = line.split(" ", -1);
        listed.put(words[1], words[0]);
      }
    }
    return listed;
  }

  /**
   * Names of types as documents and examples have them: in full, as imports and configurations do,
   * or the simple name alone in a code span. The document of the architecture names what is inside.
   */
  private static Set<String> named(String library) throws IOException {
    Pattern name =
        Pattern.compile("org\\.quorate\\." + library + "\\.[a-z.]*[A-Z]\\w*|(?<=`)[A-Z]\\w*(?=`)");
    Set<String> names = new LinkedHashSet<>();
    for (String folder : List.of("docs", "examples")) {
      try (Stream<Path> files = Files.walk(House.root().resolve(folder))) {
        List<Path> texts =
            files
                .filter(file -> file.toString().matches(".*\\.(md|java|conf|xml)"))
                .filter(file -> !file.endsWith("architecture.md"))
                .toList();
        for (Path text : texts) {
          Matcher matcher = name.matcher(Files.readString(text));
          while (matcher.find()) {
            names.add(matcher.group());
          }
        }
      }
    }
    return names;
  }

  /** What is named, and whatever stands in the signatures of what is reached. */
  private static Set<JavaClass> reached(JavaClasses types, Set<String> named) {
    Deque<JavaClass> open = new ArrayDeque<>();
    types.stream()
        .filter(type -> named.contains(type.getName()) || named.contains(type.getSimpleName()))
        .forEach(open::add);
    assertThat(open).isNotEmpty();
    Set<JavaClass> reached = new LinkedHashSet<>();
    while (!open.isEmpty()) {
      JavaClass type = open.remove();
      if (isPublic(type) && types.contain(type.getName()) && reached.add(type)) {
        open.addAll(type.getRawInterfaces());
        type.getRawSuperclass().ifPresent(open::add);
        type.getEnclosingClass().ifPresent(open::add);
        types.stream()
            .filter(other -> other.getEnclosingClass().equals(Optional.of(type)))
            .forEach(open::add);
        type.getMembers().stream()
            .filter(member -> member.getModifiers().contains(JavaModifier.PUBLIC))
            .flatMap(PublicTypesTest::signature)
            .forEach(open::add);
      }
    }
    return reached;
  }

  private static Stream<JavaClass> signature(JavaMember member) {
    if (!(member instanceof JavaCodeUnit unit)) {
      return member.getAllInvolvedRawTypes().stream();
    }
    Stream<JavaClass> inAndOut =
        Stream.concat(Stream.of(unit.getReturnType()), unit.getParameterTypes().stream())
            .map(JavaType::getAllInvolvedRawTypes)
            .flatMap(Set::stream);
    return Stream.concat(inAndOut, unit.getExceptionTypes().stream());
  }

  private static boolean isPublic(JavaClass type) {
    return type.getModifiers().contains(JavaModifier.PUBLIC)
        && type.getEnclosingClass().map(PublicTypesTest::isPublic).orElse(true);
  }
}
