package org.quorate.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.DriverFileSettings;
import org.quorate.cassandra.table.TableName;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class DriverOptionsTest {
  private static QuorateProperties properties(String... lines) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String line : lines) {
      int equals = line.indexOf('=');
      values.put(
          QuorateProperties.PREFIX + "." + line.substring(0, equals), line.substring(equals + 1));
    }
    return new Binder(new MapConfigurationPropertySource(values))
        .bindOrCreate(QuorateProperties.PREFIX, QuorateProperties.class);
  }

  private static DriverExecutionProfile driverOf(QuorateProperties properties) {
    ProgrammaticDriverConfigLoaderBuilder builder = DriverConfigLoader.programmaticBuilder();
    new DriverOptions(properties).customize(builder);
    return builder.build().getInitialConfig().getDefaultProfile();
  }

  private static AdaptiveSettings file(String quorate) {
    return DriverFileSettings.read(
        DriverConfigLoader.fromString("datastax-java-driver { quorate {" + quorate + "} }")
            .getInitialConfig()
            .getDefaultProfile());
  }

  @Test
  void whatIsStatedAsPropertiesIsWhatTheDriversFileWouldSay() {
    AdaptiveSettings stated =
        DriverFileSettings.read(
            driverOf(
                properties(
                    "mode=adapt",
                    "interval=500ms",
                    "propagation-interval=1m",
                    "sample-share=0.02",
                    "event-period=0s",
                    "management=false",
                    "recent-writes=1000000",
                    "lost-writes=30s",
                    "reread=true",
                    "profiles=slow,very slow",
                    "token-keys[0]=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
                    "clock-bound=2s",
                    "danger-signals=false",
                    "evidence.table=shop.evidence",
                    "evidence.every=10s",
                    "evidence.create=true",
                    "publish.table=shop.levels",
                    "publish.valid=5s",
                    "publish.level=local-quorum",
                    "publish.create=true",
                    "publish.shared-rows=false",
                    "tables.shop.carts.tolerance=0.0001",
                    "tables.shop.carts.write-level=local-quorum",
                    "tables.shop.carts.window=30s",
                    "tables.shop.carts.model=random-read",
                    "tables.shop.carts.keys=1000",
                    "tables.shop.carts.safe-level=LOCAL_QUORUM",
                    "tables.shop.carts.when-unreachable=serve-and-report",
                    "tables.shop.carts.freshness-bound=50ms",
                    "tables.shop.carts.freshness-objective=0.9999",
                    "tables.shop.carts.budget-window=2m",
                    "tables.shop.orders.tolerance=0",
                    "tables.shop.orders.write-level=unknown",
                    "tables.shop.orders.guarantees=read-your-writes,monotonic-reads",
                    "tables.shop.orders.guarantee-time=5m",
                    "tables.shop.orders.guaranteed-to=scopes")));
    assertThat(stated)
        .usingRecursiveComparison()
        .ignoringFields("counters", "propagation")
        .isEqualTo(
            file(
                """
                mode = adapt
                interval = 500 ms
                propagation-interval = 1 minute
                sample-share = 0.02
                event-period = 0s
                management = false
                recent-writes = 1000000
                lost-writes = 30 seconds
                reread = true
                profiles = [slow, "very slow"]
                token-keys = ["AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="]
                clock-bound = 2 seconds
                danger-signals = false
                evidence { table = shop.evidence, every = 10 seconds, create = true }
                publish {
                  table = shop.levels
                  valid = 5 seconds
                  level = LOCAL_QUORUM
                  create = true
                  shared-rows = false
                }
                tables {
                  shop.carts {
                    tolerance = 0.0001
                    write-level = LOCAL_QUORUM
                    window = 30 seconds
                    model = random-read
                    keys = 1000
                    safe-level = LOCAL_QUORUM
                    when-unreachable = serve-and-report
                    freshness-bound = 50 ms
                    freshness-objective = 0.9999
                    budget-window = 2 minutes
                  }
                  shop.orders {
                    tolerance = 0
                    write-level = unknown
                    guarantees = [read-your-writes, monotonic-reads]
                    guarantee-time = 5 minutes
                    guaranteed-to = scopes
                  }
                }
                """));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "none = 1 | QuorateProperties",
        "evidence { table = a.b, none = 1 } | QuorateProperties$Evidence",
        "publish.none = 1 | QuorateProperties$Publish",
        "tables.a.b { tolerance = 0, write-level = ONE, none = 1 } | QuorateProperties$Table",
      })
  void everyKeyOfTheDriversFileHasAPropertyOfItsName(String unknown, String properties)
      throws ClassNotFoundException {
    RecordComponent[] components =
        Class.forName("org.quorate.spring." + properties).getRecordComponents();
    assertThatThrownBy(() -> file(unknown))
        .satisfies(
            refused ->
                assertThat(
                        Arrays.stream(components)
                            .map(DriverOptionsTest::key)
                            .filter(key -> !key.equals("enabled")))
                    .containsExactlyInAnyOrderElementsOf(known(refused.getMessage())));
  }

  private static String key(RecordComponent component) {
    return component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  /** The keys that an error names as those that there are. */
  private static List<String> known(String message) {
    String from = message.substring(message.indexOf("choose among ") + "choose among ".length());
    return Stream.of(from.substring(0, from.indexOf('.')).split(", ", -1)).toList();
  }

  @Test
  void namesKeepTheirCapitalsAndUnderscores() {
    AdaptiveSettings stated =
        DriverFileSettings.read(
            driverOf(
                properties(
                    "tables.Shop_2.Cart_Items.tolerance=0.1",
                    "tables.Shop_2.Cart_Items.write-level=ONE")));
    assertThat(stated.tables()).containsOnlyKeys(new TableName("Shop_2", "Cart_Items"));
  }

  @Test
  void nothingStatedLeavesTheDriverAsItIs() {
    assertThat(
            driverOf(properties()).entrySet().stream()
                .map(Map.Entry::getKey)
                .filter(key -> key.startsWith("quorate"))
                .collect(Collectors.toSet()))
        .isEmpty();
  }

  @Test
  void whatIsMissingOrWrongIsNamed() {
    assertThatThrownBy(
            () -> DriverFileSettings.read(driverOf(properties("tables.shop.carts.tolerance=0.1"))))
        .hasMessageContaining("quorate.tables.shop.carts: the key write-level is missing");
    assertThatThrownBy(
            () ->
                DriverFileSettings.read(
                    driverOf(
                        properties(
                            "tables.shop.carts.tolerance=0.1",
                            "tables.shop.carts.write-level=most"))))
        .hasMessageContaining("\"most\" is none of");
  }

  @Test
  void aDriverThatWasMadeWithoutThemIsRefused() {
    QuorateProperties properties = properties("tables.shop.carts.tolerance=0.1");
    DriverOptions options = new DriverOptions(properties);
    options.requireIn(driverOf(properties));
    DriverExecutionProfile other = driverOf(properties("mode=adapt"));
    assertThatThrownBy(() -> options.requireIn(other))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("quorate.cassandra.*")
        .hasMessageContaining("quorate.tables.shop.carts.tolerance");
  }

  @Test
  void theTextOfPropertiesHasNoKeyOfTokens() {
    assertThat(properties("token-keys[0]=c2VjcmV0").toString()).doesNotContain("c2VjcmV0");
  }
}
