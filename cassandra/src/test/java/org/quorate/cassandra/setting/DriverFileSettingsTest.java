package org.quorate.cassandra.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.cassandra.event.LevelListener;
import org.quorate.cassandra.evidence.EvidenceSettings;
import org.quorate.cassandra.guarantee.GuaranteeSettings;
import org.quorate.cassandra.guarantee.GuaranteedTo;
import org.quorate.cassandra.publication.PublicationSettings;
import org.quorate.cassandra.recency.MemorySettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.freshness.FreshnessObjective;
import org.quorate.core.guarantee.Guarantee;
import org.quorate.core.level.Level;

class DriverFileSettingsTest {
  private static AdaptiveSettings read(String quorate) {
    return DriverFileSettings.read(
        DriverConfigLoader.fromString("datastax-java-driver { quorate {" + quorate + "} }")
            .getInitialConfig()
            .getDefaultProfile());
  }

  @Test
  void everyKeyIsRead() {
    AdaptiveSettings settings =
        read(
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
            evidence { table = shop."Evidence", every = 10 seconds, create = true }
            publish {
              table = shop."Levels"
              valid = 5 seconds
              level = local_quorum
              create = true
              shared-rows = false
            }
            tables {
              shop.carts {
                tolerance = 0.01
                write-level = LOCAL_QUORUM
                window = 30 seconds
                model = random-read
                keys = 1000
                safe-level = ALL
                when-unreachable = serve-and-report
                freshness-bound = 50 ms
                freshness-objective = 0.9999
                budget-window = 2 minutes
              }
              shop."Orders" { tolerance = 0, write-level = one }
            }
            """);
    assertThat(settings.mode()).isEqualTo(Mode.ADAPT);
    assertThat(settings.interval()).isEqualTo(Duration.ofMillis(500));
    assertThat(settings.propagationInterval()).isEqualTo(Duration.ofMinutes(1));
    assertThat(settings.sampleShare()).isEqualTo(0.02);
    assertThat(settings.eventPeriod()).isZero();
    assertThat(settings.management()).isFalse();
    assertThat(settings.memory())
        .isEqualTo(new MemorySettings(1_000_000, Duration.ofSeconds(30), true));
    assertThat(settings.profiles()).containsExactlyInAnyOrder("slow", "very slow");
    assertThat(settings.evidence())
        .contains(
            new EvidenceSettings(new TableName("shop", "Evidence"), Duration.ofSeconds(10), true));
    assertThat(settings.publication())
        .contains(
            new PublicationSettings(
                new TableName("shop", "Levels"),
                Duration.ofSeconds(5),
                Level.LOCAL_QUORUM,
                true,
                false));
    TableSettings carts = settings.tables().get(new TableName("shop", "carts"));
    assertThat(carts.policy().acceptedRate()).hasValue(0.01);
    assertThat(carts.writeLevel()).isEqualTo(Level.LOCAL_QUORUM);
    assertThat(carts.window()).isEqualTo(Duration.ofSeconds(30));
    assertThat(carts.policy()).hasToString("random-read 1%");
    assertThat(carts.safeLevel()).isEqualTo(Level.ALL);
    assertThat(carts.whenUnreachable()).isEqualTo(WhenUnreachable.SERVE_AND_REPORT);
    assertThat(carts.freshness()).isEqualTo(new FreshnessObjective(Duration.ofMillis(50), 0.9999));
    assertThat(carts.budgetWindow()).isEqualTo(Duration.ofMinutes(2));
    assertThat(settings.tables().get(new TableName("shop", "Orders")).budgetWindow())
        .isEqualTo(Duration.ofMinutes(5));
    assertThat(settings.tables().get(new TableName("shop", "Orders")).freshness())
        .isEqualTo(FreshnessObjective.DEFAULT);
  }

  @Test
  void aToleranceAndAWriteLevelThatNobodyKnowsAreEnough() {
    TableSettings carts =
        read("tables.shop.carts { tolerance = 0.01, write-level = unknown }")
            .tables()
            .get(new TableName("shop", "carts"));
    assertThat(carts.policy()).hasToString("quorate 1%");
    assertThat(carts.writeLevel()).as("whatever it is, one replica has each").isEqualTo(Level.ONE);
  }

  @Test
  void whatWasReadCanBeChangedByCode() {
    AdaptiveSettings read =
        read(
            "mode = adapt, sample-share = 0.5, tables.shop.carts { tolerance = 0, write-level = ONE }");
    assertThat(read.toBuilder().build()).isEqualTo(read);
    LevelListener listener = event -> {};
    AdaptiveSettings changed = read.toBuilder().listener(listener).mode(Mode.OBSERVE).build();
    assertThat(changed.listeners()).containsExactly(listener);
    assertThat(changed.mode()).isEqualTo(Mode.OBSERVE);
    assertThat(changed.tables()).isEqualTo(read.tables());
  }

  @Test
  void guaranteesAreStatedWithTheirTableAndTokensOfAll() {
    AdaptiveSettings settings =
        read(
            """
            token-keys = ["AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="]
            clock-bound = 2 seconds
            tables.shop.carts {
              tolerance = 0
              write-level = LOCAL_QUORUM
              guarantees = [read-your-writes, monotonic-reads]
              guarantee-time = 5 minutes
              guaranteed-to = scopes
            }
            tables.shop.orders {
              tolerance = 0
              write-level = LOCAL_QUORUM
              guarantees = read-your-writes
            }
            """);
    assertThat(settings.tables().get(new TableName("shop", "carts")).guarantees())
        .isEqualTo(
            GuaranteeSettings.of(Guarantee.values())
                .withTime(Duration.ofMinutes(5))
                .withTo(GuaranteedTo.SCOPES));
    assertThat(settings.tables().get(new TableName("shop", "orders")).guarantees())
        .isEqualTo(GuaranteeSettings.of(Guarantee.READ_YOUR_WRITES));
    assertThat(settings.tokens().clockBound()).isEqualTo(Duration.ofSeconds(2));
    assertThat(settings.tokens().keys().areSecret()).isTrue();
    assertThat(settings.toString()).doesNotContain("AAAA");
  }

  @Test
  void nothingMeansObservingNoTable() {
    AdaptiveSettings settings = read("");
    assertThat(settings.mode()).isEqualTo(Mode.OBSERVE);
    assertThat(settings.tables()).isEmpty();
    assertThat(settings.evidence()).isEmpty();
    assertThat(settings.publication()).isEmpty();
  }

  @Test
  void levelsArePublishedInATableOfTheirOwnUnlessItIsNamed() {
    assertThat(read("publish.valid = 4s").publication())
        .contains(
            PublicationSettings.in(new TableName("quorate", "levels"))
                .withValid(Duration.ofSeconds(4)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mode = adopt | quorate.mode: \"adopt\" is none of observe, adapt, off.",
        "inteval = 1s | quorate.inteval: there is no such key; choose among mode",
        "interval = 1 ms | Intervals must be at least 100 ms",
        "tables.shop.carts.tolerance = 0.1 | quorate.tables.shop.carts: the key write-level",
        "tables.shop.carts { tolerance = 2, write-level = ONE } | A tolerance is a rate from 0 to 1",
        "tables.shop.carts { tolerance = -0.1, write-level = ONE } | A tolerance is a rate from 0 to 1",
        "tables.shop.carts { tolerance = 0, write-level = SERIAL } | \"SERIAL\" is none of [ONE",
        "tables.shop.carts { tolerance = 0, write-level = ONE, tolerence = 1 } | no such key",
        "tables.shop.carts { tolerance = 0, write-level = ONE, guarantees = fresh } | is none of read-your-writes, monotonic-reads",
        "tables.shop.carts { tolerance = 0, write-level = ONE, guarantee-time = 2000m } | Guarantees hold for 1 ms to 1 day",
        "tables.shop.carts { tolerance = 0, write-level = ONE, guarantees = read-your-writes, when-unreachable = serve-and-report } | state when-unreachable = fail",
        "tables.shop.carts { tolerance = 0, write-level = ONE, freshness-objective = 100 } | carts.freshness-objective: An objective of freshness is above 0 and below 1",
        "tables.shop.carts { tolerance = 0, write-level = ONE, freshness-bound = 0 } | carts.freshness-bound: A bound of freshness is above 0",
        "tables.shop.carts { tolerance = 0, write-level = ONE, budget-window = 9s } | carts.budget-window: The window of an error budget is from 10 seconds to a day, or 0 for no budget, but that of table shop.carts is PT9S.",
        "tables.shop.carts { tolerance = 0, write-level = ANY } | \"ANY\" is none of [ONE",
        "evidence.every = 1s | quorate.evidence.table: the key table is missing",
        "evidence.table = evidence | quorate.evidence.table: a table is named with its keyspace",
        "evidence { table = shop.evidence, every = 1ms } | evidence.every: Evidence is exchanged every 100 ms",
        "evidence { table = shop.evidence, eevry = 1s } | evidence.eevry: there is no such key; choose among table, every, create",
        "publish.table = levels | quorate.publish.table: a table is named with its keyspace",
        "publish.valid = 1s | publish.valid: A published level is written every second and valid for 2 seconds to a minute, but is to be for PT1S.",
        "publish.lasts = 1s | publish.lasts: there is no such key; choose among table, valid, level, create, shared-rows",
        "publish.level = ANY | publish.level: \"ANY\" is none of [ONE",
        "publish.level = TWO | publish.level: Levels are read at a quorum, which may miss what is published at TWO; choose among [",
        "token-keys = [\"c2hvcnQ=\"] | A key of session tokens has at least 32 bytes, but one has 5.",
        "tables.carts { tolerance = 0, write-level = ONE } | is named with its keyspace",
      })
  void aFaultIsNamedWithItsKey(String text, String message) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
