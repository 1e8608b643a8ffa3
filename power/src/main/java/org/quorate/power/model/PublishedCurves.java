package org.quorate.power.model;

import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.quorate.core.power.PowerCurve;

/**
 * Published results of SPECpower_ssj2008: what real servers drew at idle and at 10, 20 to 100 % of
 * their full load. Every other server of a kind makes the shipped profile of that kind, and the
 * others check it, see {@link PublishedChecks}.
 */
public final class PublishedCurves {
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
      return CsvReader.builder().commentStrategy(CommentStrategy.SKIP).ofNamedCsvRecord(in).stream()
          .map(PublishedCurves::server)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Server server(NamedCsvRecord row) {
    List<PowerCurve.Point> points = new ArrayList<>();
    for (int i = 0; i < POINTS; i++) {
      String watts = row.getField(i == 0 ? "idle" : "w" + 10 * i);
      points.add(new PowerCurve.Point(i / 10.0, Double.parseDouble(watts)));
    }
    return new Server(
        row.getField("published"),
        row.getField("vendor") + " " + row.getField("model") + ", " + row.getField("processor"),
        Integer.parseInt(row.getField("chips")),
        Integer.parseInt(row.getField("cores")),
        new PowerCurve(points));
  }
}
