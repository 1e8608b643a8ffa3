package org.quorate.lab.time;

import org.quorate.load.LoadTimeConformance;

final class SystemTimeConformanceTest extends LoadTimeConformance {
  SystemTimeConformanceTest() {
    super(new SystemTime());
  }
}
