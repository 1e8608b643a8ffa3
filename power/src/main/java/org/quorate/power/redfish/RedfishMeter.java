package org.quorate.power.redfish;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.PowerMeter;
import org.quorate.power.Reading;
import org.quorate.power.http.WebAnswer;

/** Fetches the resources that discovery settled on, each once per reading. */
record RedfishMeter(
    String name, RedfishSession session, List<RedfishReading> readings, Duration period)
    implements PowerMeter {
  @Override
  public List<Channel> channels() {
    return readings.stream().map(RedfishReading::channel).toList();
  }

  @Override
  public List<Reading> read() throws MeterException, InterruptedException {
    Map<URI, WebAnswer> answers = new HashMap<>();
    Map<URI, JsonNode> documents = new HashMap<>();
    List<Reading> result = new ArrayList<>();
    for (RedfishReading reading : readings) {
      URI resource = reading.resource();
      WebAnswer answer = answers.get(resource);
      if (answer == null) {
        answer = session.get(resource).successful();
        answers.put(resource, answer);
        documents.put(resource, answer.json());
      }
      JsonNode document = documents.get(resource);
      Instant receivedAt = answer.receivedAt();
      result.add(
          document == null
              ? Reading.missing(result.size(), receivedAt)
              : reading.read(result.size(), document, receivedAt));
    }
    double sum = result.stream().mapToDouble(Reading::value).sum();
    return sum == 0 ? result.stream().map(RedfishMeter::missing).toList() : result;
  }

  /** All supplies at zero: a host that answers draws something, so that there is no reading. */
  private static Reading missing(Reading zero) {
    return new Reading(zero.channel(), zero.stampedAt(), zero.receivedAt(), Double.NaN);
  }

  @Override
  public void close() {
    session.close();
  }
}
