package org.quorate.cli.house;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** The classes of every module, without those of tests. */
final class HouseClasses {
  private HouseClasses() {}

  /** With all that they depend on, in other libraries too. */
  static JavaClasses withDependencies() {
    return new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests())
        .importPackages("org.quorate");
  }

  /** What they are to one another: of other libraries' classes no more than the names is read. */
  static JavaClasses alone() {
    return ArchConfiguration.withThreadLocalScope(
        configuration -> {
          configuration.setResolveMissingDependenciesFromClassPath(false);
          return withDependencies();
        });
  }
}
