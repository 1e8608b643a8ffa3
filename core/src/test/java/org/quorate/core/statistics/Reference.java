package org.quorate.core.statistics;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.stream.DoubleStream;

/**
 * The values that {@code reference.py} had SciPy compute, recorded in {@code reference.properties}.
 */
final class Reference {
  private static final Properties VALUES = load();

  private Reference() {}

  private static Properties load() {
    Properties values = new Properties();
    try (InputStream file = Reference.class.getResourceAsStream("reference.properties")) {
      values.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return values;
  }

  static double[] values(String name) {
    String text = VALUES.getProperty(name);
    if (text == null) {
      throw new IllegalArgumentException("reference.properties has no " + name);
    }
    return Arrays.stream(text.split(" ")).mapToDouble(Double::parseDouble).toArray();
  }

  static double value(String name) {
    return values(name)[0];
  }

  static List<Double> list(String name) {
    return DoubleStream.of(values(name)).boxed().toList();
  }

  static List<String> names(String prefix) {
    return VALUES.stringPropertyNames().stream()
        .filter(n -> n.startsWith(prefix))
        .sorted()
        .toList();
  }

  /** The same numbers as {@code congruential} in reference.py. */
  static double[] congruential(int count) {
    double[] values = new double[count];
    long state = 42;
    for (int i = 0; i < count; i++) {
      state = (1103515245L * state + 12345) & 0x7fffffffL;
      values[i] = state / 0x1p31;
    }
    return values;
  }
}
