package org.quorate.load;

/** The time of the simulated loads of this module's tests is one as any other. */
final class VirtualTimeConformanceTest extends LoadTimeConformance {
  VirtualTimeConformanceTest() {
    super(new VirtualTime());
  }
}
