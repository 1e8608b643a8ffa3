package org.quorate.opentelemetry;

import org.quorate.testing.LibraryContract;

class LibraryTest extends LibraryContract {
  LibraryTest() {
    super("quorate-opentelemetry");
  }
}
