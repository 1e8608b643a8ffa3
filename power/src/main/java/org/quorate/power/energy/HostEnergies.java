package org.quorate.power.energy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.quorate.power.Channel;
import org.quorate.power.Reading;

/** Works the joules of every host out from what its meters said, as a log has it. */
public final class HostEnergies {
  private HostEnergies() {}

  /**
   * Reads a log twice, first for the clocks of the devices, then for the joules.
   *
   * @param meters those that the log was recorded from, with names that are unique at their host
   * @return by host, in the order of the meters
   * @throws IOException when the log cannot be read
   */
  public static List<HostEnergy> of(Path log, List<HostMeter> meters, Window window, GapRule rule)
      throws IOException {
    ClockOffsets clocks = new ClockOffsets();
    visit(log, meters, clocks::add);
    WindowAccounts accounts = new WindowAccounts(meters, window, rule, clocks);
    visit(log, meters, accounts::add);
    return accounts.hosts();
  }

  /** What is done with each reading. */
  private interface Visitor {
    void visit(HostMeter meter, Reading reading);
  }

  private static void visit(Path log, List<HostMeter> meters, Visitor visitor) throws IOException {
    Map<List<String>, HostMeter> byName = new HashMap<>();
    Map<List<String>, Integer> indexes = new HashMap<>();
    for (HostMeter meter : meters) {
      byName.put(List.of(meter.host(), meter.name()), meter);
      List<Channel> channels = meter.meter().channels();
      for (int i = 0; i < channels.size(); i++) {
        indexes.put(List.of(meter.host(), meter.name(), channels.get(i).name()), i);
      }
    }
    ReadingLog.read(
        log,
        row -> {
          HostMeter meter = byName.get(List.of(row.host(), row.meter()));
          Integer index = indexes.get(List.of(row.host(), row.meter(), row.channel()));
          if (meter != null && index != null) {
            visitor.visit(
                meter, new Reading(index, row.stampedAt(), row.receivedAt(), row.value()));
          }
        });
  }
}
