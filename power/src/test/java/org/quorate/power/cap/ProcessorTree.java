package org.quorate.power.cap;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder as {@code /sys/devices/system/cpu}. */
record ProcessorTree(Path root) {
  static final long HIGHEST = 3_600_000;
  static final long LOWEST = 800_000;

  /** Processors with policies of their own. */
  static ProcessorTree of(Path root, int processors) throws IOException {
    ProcessorTree tree = new ProcessorTree(root);
    Files.createDirectories(root.resolve("cpufreq"));
    Files.createDirectories(root.resolve("cpuidle"));
    for (int i = 0; i < processors; i++) {
      Path policy = Files.createDirectories(root.resolve("cpufreq/policy" + i));
      Files.createDirectories(root.resolve("cpu" + i));
      Files.createSymbolicLink(root.resolve("cpu" + i + "/cpufreq"), policy);
      tree.write(i, "cpuinfo_max_freq", HIGHEST);
      tree.write(i, "cpuinfo_min_freq", LOWEST);
      tree.write(i, "scaling_min_freq", LOWEST);
      tree.write(i, "scaling_max_freq", HIGHEST);
      Files.writeString(policy.resolve("scaling_driver"), "acpi-cpufreq\n");
    }
    return tree;
  }

  Path file(int processor, String name) {
    return root.resolve("cpu" + processor).resolve("cpufreq").resolve(name);
  }

  void write(int processor, String name, long value) throws IOException {
    Files.writeString(file(processor, name), value + "\n");
  }

  long maximum(int processor) throws IOException {
    return Long.parseLong(Files.readString(file(processor, "scaling_max_freq")).strip());
  }
}
