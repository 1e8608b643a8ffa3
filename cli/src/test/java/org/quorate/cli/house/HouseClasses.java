package org.quorate.cli.house;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** The classes of every module, without those of tests; read once. */
final class HouseClasses {
  private static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("org.quorate");

  private HouseClasses() {}

  static JavaClasses all() {
    return ALL;
  }
}
