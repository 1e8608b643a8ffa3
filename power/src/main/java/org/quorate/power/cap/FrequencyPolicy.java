package org.quorate.power.cap;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The frequency of one processor, or of several that only change together, as Linux shows it in
 * {@code cpuN/cpufreq}. Frequencies are in kHz.
 *
 * @param processor the first processor that it is of, such as {@code cpu0}
 * @param folder its folder
 */
record FrequencyPolicy(String processor, Path folder) {
  private static final String MAXIMUM = "scaling_max_freq";

  /** What {@link #all} found: policies, and processors that are on and have none. */
  record Found(List<FrequencyPolicy> policies, List<String> without) {}

  /**
   * All policies of the processors that are on, each once, in the order of the processors.
   *
   * @param root such as {@code /sys/devices/system/cpu}
   */
  static Found all(Path root) throws IOException {
    List<Path> processors;
    try (Stream<Path> children = Files.list(root)) {
      processors =
          children
              .filter(child -> name(child).matches("cpu\\d{1,6}"))
              .sorted(Comparator.comparingInt(child -> Integer.parseInt(name(child).substring(3))))
              .toList();
    } catch (NoSuchFileException e) {
      processors = List.of();
    }
    List<FrequencyPolicy> policies = new ArrayList<>();
    List<String> without = new ArrayList<>();
    Set<Path> seen = new HashSet<>();
    for (Path processor : processors) {
      Path folder = processor.resolve("cpufreq");
      if (Files.isDirectory(folder)) {
        if (seen.add(folder.toRealPath())) {
          policies.add(new FrequencyPolicy(name(processor), folder));
        }
      } else if (!isOff(processor)) {
        without.add(name(processor));
      }
    }
    return new Found(List.copyOf(policies), List.copyOf(without));
  }

  /** The policy of a processor by its name, which may not be there any more. */
  static Optional<FrequencyPolicy> named(Path root, String processor) {
    Path folder = root.resolve(processor).resolve("cpufreq");
    return processor.matches("cpu\\d{1,6}") && Files.isDirectory(folder)
        ? Optional.of(new FrequencyPolicy(processor, folder))
        : Optional.empty();
  }

  private static boolean isOff(Path processor) {
    try {
      return Files.readString(processor.resolve("online")).strip().equals("0");
    } catch (IOException alwaysOn) {
      return false;
    }
  }

  private static String name(Path path) {
    return String.valueOf(path.getFileName());
  }

  /** What may be changed. */
  Path maximumFile() {
    return folder.resolve(MAXIMUM);
  }

  /** The highest frequency that may be used. */
  long maximum() throws IOException {
    return number(MAXIMUM);
  }

  /** How the kernel is told something; replaced where a test wants one that does not listen. */
  @FunctionalInterface
  interface Writer {
    void write(Path file, String text) throws IOException;

    /** Whether this user may write the file; nothing is written. */
    default boolean mayWrite(Path file) {
      return Files.isWritable(file);
    }

    /** The real one. */
    static Writer ofKernel() {
      return (file, text) ->
          Files.writeString(
              file,
              text,
              StandardCharsets.US_ASCII,
              StandardOpenOption.WRITE,
              StandardOpenOption.TRUNCATE_EXISTING);
    }
  }

  void setMaximum(long kilohertz, Writer writer) throws IOException {
    writer.write(maximumFile(), Long.toString(kilohertz));
  }

  /** The lowest frequency that may be used. */
  long minimum() throws IOException {
    return number("scaling_min_freq");
  }

  /** The highest that the hardware can. */
  long highest() throws IOException {
    return number("cpuinfo_max_freq");
  }

  /** The lowest that the hardware can. */
  long lowest() throws IOException {
    return number("cpuinfo_min_freq");
  }

  private long number(String file) throws IOException {
    String text = Files.readString(folder.resolve(file), StandardCharsets.US_ASCII).strip();
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IOException(folder.resolve(file) + " says \"" + text + "\", which is no number", e);
    }
  }
}
