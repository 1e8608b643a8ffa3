package org.quorate.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What holds for a small library of this project: it brings the jars that {@code docs/packages.md}
 * says, and its public types are those of its {@code public-types.txt}. Run by a test of the
 * library's own that extends this.
 */
public abstract class LibraryContract {
  private static final Path MODULE = Path.of("").toAbsolutePath();
  private static final String LISTED = "application ";

  private final String artifact;

  /** Of the library that is built in the folder that the tests run in. */
  protected LibraryContract(String artifact) {
    this.artifact = artifact;
  }

  @Test
  public void itBringsWhatIsWrittenAndNotOneJarMore() throws IOException {
    assertThat(DocumentedLibraries.brought(DocumentedLibraries.list(MODULE)))
        .isNotEmpty()
        .isEqualTo(DocumentedLibraries.written(artifact));
  }

  @Test
  public void whatIsPublicIsListedOnPurpose() throws IOException {
    Set<String> listed =
        Files.readAllLines(MODULE.resolve("public-types.txt")).stream()
            .filter(line -> !line.startsWith("#"))
            .map(line -> line.substring(LISTED.length()))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(publicTypes()).isNotEmpty().isEqualTo(listed);
  }

  private static Set<String> publicTypes() throws IOException {
    Path classes = MODULE.resolve("target/classes");
    try (Stream<Path> files = Files.walk(classes)) {
      return files
          .map(file -> classes.relativize(file).toString())
          .filter(file -> file.endsWith(".class") && !file.contains("$"))
          .map(file -> file.substring(0, file.length() - ".class".length()).replace('/', '.'))
          .filter(LibraryContract::isPublic)
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static boolean isPublic(String name) {
    try {
      Class<?> type = Class.forName(name, false, LibraryContract.class.getClassLoader());
      return Modifier.isPublic(type.getModifiers());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("The class " + name + " was built, but is not found.", e);
    }
  }
}
