package org.quorate.hbase.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.hbase.spill.CrashDurability;

class ConfigurationSettingsTest {
  private final Configuration configuration = new Configuration(false);

  @Test
  void whatIsNotSaidIsAsTheBuilderHasIt() {
    assertThat(ConfigurationSettings.read(configuration))
        .isEqualTo(DeferralSettings.builder().build());
  }

  @Test
  void flushesHaveOneMebibyteUnlessTold() {
    assertThat(ConfigurationSettings.read(configuration).flush().bytes()).isEqualTo(1L << 20);
  }

  @Test
  void everyKeyIsRead() {
    set("bound.time", "250ms");
    set("bound.bytes", "12MiB");
    set("bound.writes", "5000");
    set("durability", "process-crash");
    set("spill.directory", "/var/spill");
    set("spill.bytes", "2GiB");
    set("memory", "32MiB");
    set("when.full", "fail");
    set("block.at.most", "5s");
    set("flush.bytes", "2MiB");
    set("flushes.in.flight", "3");
    set("retry.for", "2m");
    set("stamp.clock", "servers");
    set("stamp.lead", "10ms");
    DeferralSettings settings = ConfigurationSettings.read(configuration);
    assertThat(settings.bound())
        .isEqualTo(new StalenessBound(Duration.ofMillis(250), 12L << 20, 5_000));
    assertThat(settings.spill().durability()).isEqualTo(CrashDurability.PROCESS_CRASH);
    assertThat(settings.spill().directory()).contains(Path.of("/var/spill"));
    assertThat(settings.spill().mostBytes()).isEqualTo(2L << 30);
    assertThat(settings.capacity())
        .isEqualTo(new Capacity(32L << 20, WhenFull.FAIL, Duration.ofSeconds(5)));
    assertThat(settings.flush().bytes()).isEqualTo(2L << 20);
    assertThat(settings.flush().inFlight()).isEqualTo(3);
    assertThat(settings.flush().retryFor()).isEqualTo(Duration.ofMinutes(2));
    assertThat(settings.stamps())
        .isEqualTo(new StampSettings(StampSettings.Clock.SERVERS, Duration.ofMillis(10)));
  }

  @Test
  void zeroTurnsDeferralOff() {
    set("bound.time", "0");
    assertThat(ConfigurationSettings.read(configuration).enabled()).isFalse();
    assertThat(DeferralSettings.off().enabled()).isFalse();
  }

  @Test
  void errorsNameTheKey() {
    set("bound.time", "soon");
    refused("quorate.deferral.bound.time", "soon");
    configuration.clear();
    set("bound.writes", "many");
    refused("quorate.deferral.bound.writes", "a whole number");
    configuration.clear();
    set("durability", "perhaps");
    refused("quorate.deferral.durability", "none, process-crash");
    configuration.clear();
    set("durability", "machine-crash");
    refused("quorate.deferral.spill.directory", "set it");
    configuration.clear();
    set("bound.tim", "1s");
    refused("quorate.deferral.bound.tim is no setting", "Did you mean bound.time?");
  }

  @ParameterizedTest
  @ValueSource(strings = {"adaptive", "1MiB", "8MiB"})
  void thePolicyThatThereWasIsRefusedWithWhatTakesItsPlace(String policy) {
    set("policy", policy);
    refused(
        "quorate.deferral.policy is no longer a setting",
        "remove it",
        "set quorate.deferral.flush.bytes");
  }

  @Test
  void settingsCanBeChanged() {
    DeferralSettings settings =
        DeferralSettings.builder().boundBytes(5).failWhenFull().build().toBuilder()
            .boundTime(Duration.ofSeconds(2))
            .build();
    assertThat(settings.bound().bytes()).isEqualTo(5);
    assertThat(settings.bound().time()).isEqualTo(Duration.ofSeconds(2));
    assertThat(settings.capacity().whenFull()).isEqualTo(WhenFull.FAIL);
  }

  @Test
  void valuesOutOfRangeAreRefused() {
    assertThatThrownBy(() -> StalenessBound.ofTime(Duration.ofNanos(5)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> StalenessBound.ofTime(Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> DeferralSettings.builder().boundWrites(0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> DeferralSettings.builder().memory(0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> DeferralSettings.builder().flushBytes(0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> DeferralSettings.builder().flushesInFlight(0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> DeferralSettings.builder().retryFor(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> DeferralSettings.builder().spillBytes(5))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void timesForEverCanBeCountedInNanoseconds() {
    Duration forever = ChronoUnit.FOREVER.getDuration();
    DeferralSettings settings =
        DeferralSettings.builder()
            .blockWhenFull(forever)
            .retryFor(forever)
            .stamps(new StampSettings(StampSettings.Clock.OWN, forever))
            .build();
    long years = TimeUnit.DAYS.toNanos(10_000);
    assertThat(settings.capacity().blockAtMost().toNanos()).isEqualTo(years);
    assertThat(settings.flush().retryFor().toNanos()).isEqualTo(years);
    assertThat(settings.stamps().mostLead().toNanos()).isEqualTo(years);
  }

  private void set(String key, String value) {
    configuration.set(ConfigurationSettings.PREFIX + key, value);
  }

  private void refused(String... words) {
    assertThatThrownBy(() -> ConfigurationSettings.read(configuration))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(words);
  }
}
