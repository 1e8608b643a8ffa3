package org.quorate.power.model;

import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.quorate.core.power.PowerCurve;
import org.quorate.core.text.Suggestions;
import org.quorate.power.MeterException;
import org.quorate.power.Scope;

/**
 * A virtual machine of a cloud, and what its share of the servers below it draws. Nobody tells
 * that, so it is an estimate with a wide error: between the lowest and the highest tenth of the
 * published servers with the processors that its provider names, for each hardware thread; and, of
 * the memory that it has more than these servers had, between nothing and {@value
 * #HIGHEST_WATTS_PER_GIGABYTE} W for each GB (mean of two makers' data, as the methodology of Cloud
 * Carbon Footprint has it). What the provider's network, storage over it and cooling take is no
 * part of it, and neither is what others do on the same server.
 *
 * @param name such as {@code m6i.2xlarge}
 * @param processors what may be below it
 * @param virtualProcessors how many it has
 * @param gigabytes of memory that it has
 * @param profile by whose middle it is estimated, with the error of its ends
 */
public record CloudInstance(
    String name,
    List<String> processors,
    int virtualProcessors,
    double gigabytes,
    HostProfile profile) {
  /** What memory beyond that of the published servers takes at most. */
  static final double HIGHEST_WATTS_PER_GIGABYTE = 0.392;

  private static final int MOST_PROCESSORS = 1024;
  private static final String SIZE = "#";
  private static final Pattern AWS_SIZE = Pattern.compile("(\\d{0,3})(medium|large|xlarge)");

  /** Copies the names. */
  public CloudInstance {
    processors = List.copyOf(processors);
  }

  /** Watts for each hardware thread. */
  private record Processors(
      double idleLow, double idleHigh, double busyLow, double busyHigh, double gigabytes) {
    static Processors of(NamedCsvRecord row) {
      return new Processors(
          number(row, "idle-low"),
          number(row, "idle-high"),
          number(row, "busy-low"),
          number(row, "busy-high"),
          number(row, "gigabytes"));
    }

    /** Whichever of the two it is. */
    Processors or(Processors other) {
      return new Processors(
          Math.min(idleLow, other.idleLow),
          Math.max(idleHigh, other.idleHigh),
          Math.min(busyLow, other.busyLow),
          Math.max(busyHigh, other.busyHigh),
          Math.min(gigabytes, other.gigabytes));
    }
  }

  /**
   * The instance type of a name, as its provider writes it.
   *
   * @throws MeterException if it is not known, or of no size; the message lists what is
   */
  public static CloudInstance named(String name) throws MeterException {
    return find(name)
        .orElseThrow(
            () ->
                new MeterException(
                    "The instance type \""
                        + name
                        + "\" is not known."
                        + Suggestions.didYouMean(name, types())
                        + " There are "
                        + String.join(", ", types())
                        + ", where # is the size; of processors of others, such as Graviton 3 and"
                        + " 4, nobody has published what their servers draw."));
  }

  /** The same, empty where it is not known. */
  static Optional<CloudInstance> find(String name) {
    for (NamedCsvRecord row : rows("cloud-instances.csv")) {
      String type = row.getField("type");
      int at = type.indexOf(SIZE);
      String before = type.substring(0, at);
      String behind = type.substring(at + 1);
      if (name.length() > before.length() + behind.length()
          && name.startsWith(before)
          && name.endsWith(behind)) {
        String size = name.substring(before.length(), name.length() - behind.length());
        OptionalInt virtual =
            row.getField("provider").equals("aws") ? awsProcessors(size) : processors(size);
        if (virtual.isPresent()) {
          return Optional.of(of(name, row, virtual.getAsInt()));
        }
      }
    }
    return Optional.empty();
  }

  /** All types, with {@code #} for their size. */
  public static List<String> types() {
    return rows("cloud-instances.csv").stream().map(row -> row.getField("type")).toList();
  }

  private static OptionalInt processors(String size) {
    if (!size.matches("[1-9]\\d{0,3}") || Integer.parseInt(size) > MOST_PROCESSORS) {
      return OptionalInt.empty();
    }
    return OptionalInt.of(Integer.parseInt(size));
  }

  /** {@code medium} is 1, {@code large} 2, {@code xlarge} 4, and {@code 8xlarge} 8 of these. */
  private static OptionalInt awsProcessors(String size) {
    Matcher matcher = AWS_SIZE.matcher(size);
    if (!matcher.matches()) {
      return OptionalInt.empty();
    }
    String times = matcher.group(1);
    return switch (matcher.group(2)) {
      case "medium" -> times.isEmpty() ? OptionalInt.of(1) : OptionalInt.empty();
      case "large" -> times.isEmpty() ? OptionalInt.of(2) : OptionalInt.empty();
      default -> processors(Integer.toString(4 * (times.isEmpty() ? 1 : Integer.parseInt(times))));
    };
  }

  private static CloudInstance of(String name, NamedCsvRecord row, int virtual) {
    List<String> below = List.of(row.getField("processors").split(";", -1));
    Map<String, Processors> known = new TreeMap<>();
    for (NamedCsvRecord each : rows("cloud-processors.csv")) {
      known.put(each.getField("processors"), Processors.of(each));
    }
    Processors range =
        below.stream().map(each -> known.get(each)).reduce(Processors::or).orElseThrow();
    double threads = virtual * number(row, "threads");
    double gigabytes = virtual * number(row, "gigabytes");
    double memory =
        HIGHEST_WATTS_PER_GIGABYTE * Math.max(0, gigabytes - threads * range.gigabytes());
    double idleLow = threads * range.idleLow();
    double idleHigh = threads * range.idleHigh() + memory;
    double busyLow = threads * range.busyLow();
    double busyHigh = threads * range.busyHigh() + memory;
    double error = Math.max(error(idleLow, idleHigh), error(busyLow, busyHigh));
    PowerCurve middle = PowerCurve.linear((idleLow + idleHigh) / 2, (busyLow + busyHigh) / 2);
    HostProfile profile =
        new HostProfile(
            name,
            "a share of a server with "
                + String.join(" or ", below)
                + (below.size() > 1 ? " processors, whichever it is" : " processors"),
            virtual,
            Scope.WALL,
            middle,
            0,
            0,
            error,
            error,
            HostProfile.cautiousDynamicError(middle, error),
            "Lowest and highest tenth of the SPECpower_ssj2008 results with these processors, for"
                + " each hardware thread, and up to "
                + HIGHEST_WATTS_PER_GIGABYTE
                + " W for each GB of memory beyond theirs; the middle of these ends, with which the"
                + " error reaches both.");
    return new CloudInstance(name, below, virtual, gigabytes, profile);
  }

  private static double error(double low, double high) {
    return (high - low) / (high + low);
  }

  private static double number(NamedCsvRecord row, String column) {
    return Double.parseDouble(row.getField(column));
  }

  private static List<NamedCsvRecord> rows(String resource) {
    try (InputStream in = CloudInstance.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("The file " + resource + " is missing from the module.");
      }
      List<NamedCsvRecord> rows = new ArrayList<>();
      try (Stream<NamedCsvRecord> read =
          CsvReader.builder().commentStrategy(CommentStrategy.SKIP).ofNamedCsvRecord(in).stream()) {
        read.forEach(rows::add);
      }
      return rows;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
