package org.quorate.spring;

import org.quorate.testing.LibraryContract;

class LibraryTest extends LibraryContract {
  LibraryTest() {
    super("quorate-spring-boot-starter");
  }
}
