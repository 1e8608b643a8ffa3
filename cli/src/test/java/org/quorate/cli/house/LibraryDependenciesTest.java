package org.quorate.cli.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.testing.DocumentedLibraries;

/**
 * An application gets what the document says with a library, and not one jar more. The libraries
 * that the command line does not see are held to that by tests of their own.
 */
final class LibraryDependenciesTest {
  @ParameterizedTest
  @ValueSource(strings = {"cassandra", "hbase"})
  void aLibraryBringsWhatIsWritten(String library) throws IOException {
    assertThat(DocumentedLibraries.brought(list(library)))
        .isNotEmpty()
        .isEqualTo(DocumentedLibraries.written("quorate-" + library));
  }

  /** An application whose log speaks the clients' 1.7 would hear of nothing by 2.0. */
  @ParameterizedTest
  @ValueSource(strings = {"cassandra", "hbase"})
  void aLibraryLogsByTheVersionOfItsClient(String library) throws IOException {
    assertThat(list(library)).contains(" org.slf4j:slf4j-api:jar:1.7.");
  }

  private static String list(String library) throws IOException {
    return DocumentedLibraries.list(House.root().resolve(library));
  }
}
