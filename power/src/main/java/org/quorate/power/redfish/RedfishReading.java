package org.quorate.power.redfish;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;
import org.quorate.power.Channel;
import org.quorate.power.Reading;

/**
 * Where one number is.
 *
 * @param resource what to fetch
 * @param value place of the number in it
 * @param scale watts or joules in one of its units
 * @param mayBeZero whether it may truly be zero, as what an idle one of two supplies takes in; a
 *     whole host that answers draws something, so that zero says that there is no reading
 */
record RedfishReading(
    Channel channel, URI resource, JsonPointer value, double scale, boolean mayBeZero) {
  /** The property that a {@code Sensor} tells the time of its reading in. */
  private static final String TIME = "ReadingTime";

  /** Watts or joules in the resource; NaN where it has none. */
  double in(JsonNode document) {
    JsonNode node = document.at(value);
    double number = node.isNumber() ? node.doubleValue() * scale : Double.NaN;
    return number > 0 || (mayBeZero && number == 0) ? number : Double.NaN;
  }

  Reading read(int index, JsonNode document, Instant receivedAt) {
    return new Reading(index, time(document), receivedAt, in(document));
  }

  private static @Nullable Instant time(JsonNode document) {
    String text = document.path(TIME).asText();
    try {
      return text.isEmpty() ? null : OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException notATime) {
      return null;
    }
  }
}
