package org.quorate.micrometer;

import org.quorate.testing.LibraryContract;

class LibraryTest extends LibraryContract {
  LibraryTest() {
    super("quorate-micrometer");
  }
}
