package org.quorate.lab.counter;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.quorate.core.quantity.ByteSizes;
import org.quorate.study.result.Environment;

/** Finds out on what machine a study runs. What cannot be found out is left out. */
public final class EnvironmentFacts {
  private static final Pattern MODEL = Pattern.compile("(?m)^model name\\s*:\\s*(.+)$");
  private static final Pattern FLAGS = Pattern.compile("(?m)^flags\\s*:.*\\bhypervisor\\b");
  private static final Pattern PROCESSOR = Pattern.compile("(?m)^processor\\s*:");
  private static final Pattern MEMORY = Pattern.compile("(?m)^MemTotal:\\s*(\\d+) kB");
  private static final Pattern SYSTEM = Pattern.compile("(?m)^PRETTY_NAME=\"?([^\"\\n]+)\"?");

  private EnvironmentFacts() {}

  /**
   * Processors, memory, disk, system, kernel and Java of this machine, in this order. Facts of the
   * servers are added by whoever started them.
   *
   * @param directory where the servers keep their data; exists
   */
  public static Environment collect(Path directory) {
    Map<String, String> facts = new LinkedHashMap<>();
    String processors = read("/proc/cpuinfo");
    put(facts, "processors", processors(processors));
    int available = Runtime.getRuntime().availableProcessors();
    if (available != count(processors)) {
      facts.put("processors available", Integer.toString(available));
    }
    if (FLAGS.matcher(processors).find()) {
      facts.put("virtual machine", "yes");
    }
    put(facts, "memory", memory(read("/proc/meminfo")));
    put(facts, "disk", disk(directory));
    put(facts, "operating system", first(SYSTEM, read("/etc/os-release")));
    facts.put(
        "kernel",
        System.getProperty("os.name")
            + " "
            + System.getProperty("os.version")
            + " "
            + System.getProperty("os.arch"));
    put(
        facts,
        "clock source",
        Optional.of(
                read("/sys/devices/system/clocksource/clocksource0/current_clocksource").strip())
            .filter(source -> !source.isEmpty()));
    facts.put(
        "Java",
        System.getProperty("java.runtime.version")
            + " ("
            + System.getProperty("java.vendor")
            + ")");
    return new Environment(facts);
  }

  /** As {@code 2 x AMD EPYC}, from {@code /proc/cpuinfo}. */
  static Optional<String> processors(String text) {
    return first(MODEL, text).map(model -> count(text) + " x " + model.replaceAll("\\s+", " "));
  }

  /** As {@code 23.5 GiB}, from {@code /proc/meminfo}. */
  static Optional<String> memory(String text) {
    return first(MEMORY, text).map(kibibytes -> ByteSizes.format(Long.parseLong(kibibytes) * 1024));
  }

  private static int count(String cpuinfo) {
    return (int) PROCESSOR.matcher(cpuinfo).results().count();
  }

  private static Optional<String> disk(Path directory) {
    try {
      FileStore store = Files.getFileStore(directory);
      return Optional.of(
          store.type()
              + " on "
              + store.name()
              + ", "
              + ByteSizes.format(store.getUsableSpace())
              + " free");
    } catch (IOException unknown) {
      return Optional.empty();
    }
  }

  private static Optional<String> first(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? Optional.of(matcher.group(1).strip()) : Optional.empty();
  }

  private static void put(Map<String, String> facts, String name, Optional<String> value) {
    value.ifPresent(text -> facts.put(name, text));
  }

  private static String read(String file) {
    try {
      return Files.readString(Path.of(file));
    } catch (IOException absent) {
      return "";
    }
  }
}
