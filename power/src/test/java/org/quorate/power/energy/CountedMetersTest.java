package org.quorate.power.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.Scope;

class CountedMetersTest {
  private static final Channel WALL = Channel.watts("outlet 1", Scope.WALL, 1);
  private static final Channel PACKAGE = Channel.joules("package-0", Scope.PROCESSOR, 0);

  private static HostMeter meter(String host, String name, Channel... channels) {
    return HostMeter.of(host, new SilentMeter(name, channels));
  }

  @Test
  void whatOneMeterSeesIsNotAddedToWhatAnotherSeesOfIt() {
    assertThatThrownBy(
            () ->
                CountedMeters.of(
                    List.of(meter("host1", "snmp", WALL), meter("host1", "powercap", PACKAGE))))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("host1 by snmp sees at the wall")
        .hasMessageContaining("host1 by powercap sees processors")
        .hasMessageContaining("apart: yes");
  }

  @Test
  void hostsThatAreSeenDifferentlyAreNotCompared() {
    assertThatThrownBy(
            () ->
                CountedMeters.of(
                    List.of(meter("host1", "snmp", WALL), meter("host2", "powercap", PACKAGE))))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("host2 by powercap sees processors");
  }

  @Test
  void whatIsApartIsRecordedBesideWhatCounts() throws Exception {
    List<HostMeter> meters =
        List.of(
            meter("host1", "snmp", WALL),
            meter("host1", "snmp", WALL),
            meter("host1", "powercap", PACKAGE.apart()));
    assertThat(CountedMeters.of(meters))
        .extracting(HostMeter::name)
        .containsExactly("snmp", "snmp (2)", "powercap");
  }

  @Test
  void aHostOfWhichNothingCountsIsRefused() {
    assertThatThrownBy(() -> CountedMeters.of(List.of(meter("host1", "snmp", WALL.apart()))))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("No meter of host1 counts");
  }

  @Test
  void aHostWhoseNameIsNoSingleLineIsRefused() {
    assertThatThrownBy(() -> CountedMeters.of(List.of(meter("a\nb", "snmp", WALL))))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("a\\nb");
  }

  @Test
  void aNumberedNameIsNotTakenTwice() throws Exception {
    assertThat(
            CountedMeters.of(
                List.of(
                    meter("host1", "m (2)", WALL),
                    meter("host1", "m", WALL),
                    meter("host1", "m", WALL))))
        .extracting(HostMeter::name)
        .containsExactly("m (2)", "m", "m (3)");
  }
}
