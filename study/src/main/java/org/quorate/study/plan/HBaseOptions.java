package org.quorate.study.plan;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which properties of HBase's servers a study may set: those that are numbers, true or false. A
 * study file may come from anybody, and HBase has many properties that name classes, files and
 * addresses; none of these is a number. Pure.
 */
public final class HBaseOptions {
  /** What whoever starts the servers decides, although it is true or false. */
  private static final Set<String> OF_THE_ENGINE =
      Set.of("hbase.cluster.distributed", "hbase.status.published");

  private static final Pattern NAME =
      Pattern.compile("[a-z][A-Za-z0-9]{0,40}([._-][A-Za-z0-9]{1,40}){1,12}");
  private static final Pattern PORT = Pattern.compile(".*([._-]port|[a-z]Port)([._-].*)?");
  private static final Pattern VALUE = Pattern.compile("[+-]?\\d{1,18}(\\.\\d{1,9})?|true|false");

  private HBaseOptions() {}

  /** Why a study may not set a property of this name, in a sentence; empty where it may. */
  public static Optional<String> refusal(String name) {
    if (!NAME.matcher(name).matches()) {
      return Optional.of(
          "a property of HBase is made of words with dots between them, such as"
              + " hbase.regionserver.handler.count; correct its name.");
    }
    return OF_THE_ENGINE.contains(name) || PORT.matcher(name).matches()
        ? Optional.of("this is chosen by whoever starts the servers; remove it.")
        : Optional.empty();
  }

  /**
   * A value as it is.
   *
   * @throws IllegalArgumentException when it is neither a number nor true or false
   */
  public static String value(String text) {
    if (!VALUE.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "a study sets only those properties of HBase that are a number, true or false; HBase"
              + " counts sizes in bytes and times in milliseconds.");
    }
    return text;
  }
}
