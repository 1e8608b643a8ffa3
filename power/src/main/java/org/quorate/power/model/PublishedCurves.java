package org.quorate.power.model;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Published results of SPECpower_ssj2008: what real servers drew at idle and at 10, 20 to 100 % of
 * their full load. Every other server of a kind makes the shipped profile of that kind, and the
 * others check it, see {@link PublishedChecks}.
 */
public final class PublishedCurves {
  private static final int FIRST_POWER = 6;
  private static final int POINTS = 11;

  private PublishedCurves() {}

  /**
   * One server.
   *
   * @param published year and month, such as {@code 2010-04}
   * @param name vendor, model and processor
   * @param curve all eleven points
   */
  public record Server(String published, String name, int chips, int cores, PowerCurve curve) {}

  /** All servers, oldest first. */
  public static List<Server> all() {
    try (InputStream in = PublishedCurves.class.getResourceAsStream("specpower.csv")) {
      if (in == null) {
        throw new IllegalStateException("The published curves are missing from the module.");
      }
      BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
      return reader
          .lines()
          .filter(line -> !line.startsWith("#"))
          .skip(1)
          .map(PublishedCurves::server)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Server server(String line) {
    List<String> fields = fields(line);
    List<PowerCurve.Point> points = new ArrayList<>();
    for (int i = 0; i < POINTS; i++) {
      points.add(new PowerCurve.Point(i / 10.0, Double.parseDouble(fields.get(FIRST_POWER + i))));
    }
    return new Server(
        fields.get(0),
        fields.get(1) + " " + fields.get(2) + ", " + fields.get(3),
        Integer.parseInt(fields.get(4)),
        Integer.parseInt(fields.get(5)),
        new PowerCurve(points));
  }

  private static List<String> fields(String line) {
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        fields.add(field.toString());
        field.setLength(0);
      } else {
        field.append(c);
      }
    }
    fields.add(field.toString());
    return fields;
  }
}
