package org.quorate.power.prometheus;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.quorate.power.Channel;
import org.quorate.power.Credentials;
import org.quorate.power.MeterException;
import org.quorate.power.MeterSettings;
import org.quorate.power.Quantity;
import org.quorate.power.http.WebOptions;
import org.quorate.power.http.WebService;
import org.quorate.power.metric.MetricUnit;

/** Options that both meters read in the same way. */
final class MetricOptions {
  private MetricOptions() {}

  /**
   * The server that {@code url} names, with its login.
   *
   * @param path of the address, where the user's has none
   */
  static WebService service(
      MeterSettings settings, Map<String, String> environment, InstantSource clock, String path)
      throws MeterException {
    WebOptions options = WebOptions.read(settings, settings.required("url"), "http");
    if (options.server().getRawPath().isEmpty() && !path.isEmpty()) {
      URI server = URI.create(options.server() + path);
      options =
          new WebOptions(server, options.trust(), options.anyCertificate(), options.timeout());
    }
    Credentials credentials = Credentials.of(settings, options.server().getHost(), environment);
    return new WebService(options, WebOptions.authorization(credentials), clock);
  }

  /**
   * The host of {@code url}.
   *
   * @throws MeterException if it is not given, or no address
   */
  static String host(MeterSettings settings) throws MeterException {
    return WebOptions.host(settings.required("url"), "http");
  }

  /**
   * Labels as a user writes them, {@code zone=package,path=x}.
   *
   * @throws MeterException if they are written otherwise
   */
  static Map<String, String> labels(MeterSettings settings) throws MeterException {
    Map<String, String> labels = new LinkedHashMap<>();
    String text = settings.optional("labels").orElse("");
    for (String part : text.isEmpty() ? new String[0] : text.split(",", -1)) {
      int equals = part.indexOf('=');
      if (equals <= 0) {
        throw new MeterException(
            settings.kind() + " labels=" + text + " must be written like zone=package,mode=idle.");
      }
      labels.put(part.substring(0, equals).strip(), unquoted(part.substring(equals + 1).strip()));
    }
    return labels;
  }

  private static String unquoted(String value) {
    boolean quoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
    return quoted ? value.substring(1, value.length() - 1) : value;
  }

  /** What the option that {@link #wrapping} reads is called, and means. */
  static void addWrapsAt(Map<String, String> options) {
    options.put(
        "wraps-at",
        "of a counter that starts again at zero: where, in its unit; such as RAPL's"
            + " max_energy_range_uj / 1000000");
  }

  /**
   * A counter that starts again where settings say; the same channel where they say nothing.
   *
   * @throws MeterException if that is no number above zero, or the channel is no counter
   */
  static Channel wrapping(MeterSettings settings, MetricUnit unit, Channel channel)
      throws MeterException {
    Optional<String> text = settings.optional("wraps-at");
    if (text.isEmpty()) {
      return channel;
    }
    if (unit.quantity() == Quantity.POWER) {
      throw new MeterException(
          "Only a counter wraps, but the unit of " + channel.name() + " is one of power.");
    }
    try {
      double joules = unit.value(Double.parseDouble(text.get()));
      if (joules > 0) {
        return channel.wrappingAt(joules);
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new MeterException(
        settings.kind() + " wraps-at=" + text.get() + " must be a number above zero.");
  }

  /** A value for the query part of an address. */
  static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }
}
