package org.quorate.power.snmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.MeterPresence;
import org.quorate.power.MeterSettings;
import org.quorate.power.PowerMeter;
import org.quorate.power.Quantity;
import org.quorate.power.Reading;
import org.quorate.power.Scope;
import org.snmp4j.security.AuthHMAC192SHA256;
import org.snmp4j.security.AuthSHA;
import org.snmp4j.security.PrivAES128;
import org.snmp4j.security.PrivAES256;
import org.snmp4j.smi.Counter32;
import org.snmp4j.smi.Counter64;
import org.snmp4j.smi.OctetString;

/** Against an agent that speaks the protocol on a socket. */
class SnmpMeterTest {
  private static final Instant NOW = Instant.parse("2026-11-22T10:00:00Z");
  private static final String EATON = "1.3.6.1.4.1.534.6.6.7";
  private static final String EATON_WATTS = EATON + ".6.5.1.3";
  private static final String EATON_ENERGY = EATON + ".6.5.1.4";
  private static final String RARITAN = "1.3.6.1.4.1.13742.6";

  private PduAgent agent;
  private SnmpKind kind;

  @BeforeEach
  void start() throws Exception {
    agent = new PduAgent("secret");
    kind =
        new SnmpKind(
            Map.ofEntries(
                Map.entry("QUORATE_RACK_HOST", "127.0.0.1"),
                Map.entry("QUORATE_RACK_COMMUNITY", "secret"),
                Map.entry("QUORATE_WRONG_HOST", "127.0.0.1"),
                Map.entry("QUORATE_WRONG_COMMUNITY", "guess"),
                Map.entry("QUORATE_V3_HOST", "127.0.0.1"),
                Map.entry("QUORATE_V3_USER", "reader"),
                Map.entry("QUORATE_V3_AUTH", "authenticate"),
                Map.entry("QUORATE_BOTH_HOST", "127.0.0.1"),
                Map.entry("QUORATE_BOTH_USER", "reader"),
                Map.entry("QUORATE_BOTH_AUTH", "authenticate"),
                Map.entry("QUORATE_BOTH_PRIV", "encryption"),
                Map.entry("QUORATE_NOBODY_HOST", "127.0.0.1"),
                Map.entry("QUORATE_NOBODY_USER", "nobody"),
                Map.entry("QUORATE_NOBODY_AUTH", "authenticate"),
                Map.entry("QUORATE_ELSEWHERE_HOST", "pdu1.example.org"),
                Map.entry("QUORATE_ELSEWHERE_COMMUNITY", "theirs")),
            Clock.fixed(NOW, ZoneOffset.UTC));
  }

  @AfterEach
  void stop() throws Exception {
    agent.close();
  }

  private MeterSettings settings(String... options) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("address", "127.0.0.1");
    all.put("port", String.valueOf(agent.port()));
    all.put("credentials", "rack");
    for (String option : options) {
      String[] parts = option.split("=", 2);
      all.put(parts[0], parts[1]);
    }
    return new MeterSettings("snmp", all);
  }

  private PowerMeter open(String... options) throws Exception {
    return kind.open(settings(options));
  }

  private static List<Double> values(PowerMeter meter) throws Exception {
    return meter.read().stream().map(Reading::value).toList();
  }

  private static List<String> names(PowerMeter meter) {
    return meter.channels().stream().map(Channel::name).toList();
  }

  @Test
  void aSecondGenerationApcTellsWattsOfAnOutlet() throws Exception {
    agent
        .is("1.3.6.1.4.1.318.1.3.4.6")
        .integer("1.3.6.1.4.1.318.1.1.26.9.4.3.1.7.3", 95)
        .integer("1.3.6.1.4.1.318.1.1.26.9.4.3.1.11.3", 12);
    try (PowerMeter meter = open("outlet=3")) {
      assertThat(meter.name()).isEqualTo("snmp 127.0.0.1:" + agent.port());
      assertThat(names(meter)).containsExactly("outlet 3", "outlet 3 energy");
      assertThat(values(meter)).containsExactly(95.0, 1.2 * 3_600_000);
      Channel watts = meter.channels().get(0);
      assertThat(watts).isEqualTo(Channel.watts("outlet 3", Scope.WALL, 1));
      Channel energy = meter.channels().get(1);
      assertThat(energy.counted()).isFalse();
      assertThat(energy.resolution()).isEqualTo(360_000);
      assertThat(meter.read().get(0)).isEqualTo(Reading.received(0, NOW, 95));
      assertThat(meter.period()).isEqualTo(Duration.ofSeconds(1));
    }
  }

  /** rPDU2DeviceStatusPower is in hundredths of kW: a factor of ten against the outlets' watts. */
  @Test
  void theSumOfASecondGenerationApcIsTenTimesItsNumber() throws Exception {
    agent
        .is("1.3.6.1.4.1.318.1.3.4.6")
        .integer("1.3.6.1.4.1.318.1.1.26.4.3.1.5.1", 61)
        .integer("1.3.6.1.4.1.318.1.1.26.4.3.1.5.2", 70);
    try (PowerMeter meter = open("outlet=device")) {
      assertThat(values(meter)).containsExactly(610.0);
      assertThat(meter.channels().get(0).resolution()).isEqualTo(10);
    }
    try (PowerMeter second = open("outlet=device", "pdu=2")) {
      assertThat(values(second)).containsExactly(700.0);
    }
  }

  /** rPDUIdentDevicePowerWatts is in watts already. */
  @ParameterizedTest
  @CsvSource({"1.3.6.1.4.1.318.1.3.4.4", "1.3.6.1.4.1.318.1.3.4.5"})
  void aFirstGenerationApcTellsItsSumInWatts(String objectId) throws Exception {
    agent.is(objectId).integer("1.3.6.1.4.1.318.1.1.12.1.16.0", 807);
    try (PowerMeter meter = open()) {
      assertThat(values(meter)).containsExactly(807.0);
    }
    assertThatThrownBy(() -> open("outlet=3"))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("meter no single outlets");
  }

  @Test
  void twoOutletsOfAnEatonAreTwoCountedChannelsOfOneRequest() throws Exception {
    agent
        .is(EATON)
        .gauge(EATON_WATTS + ".0.3", 95)
        .gauge(EATON_WATTS + ".0.4", 101)
        .set(EATON_ENERGY + ".0.3", new Counter32(5))
        .set(EATON_ENERGY + ".0.4", new Counter32(7));
    try (PowerMeter meter = open("outlet=3,4", "timeout=30s")) {
      assertThat(names(meter))
          .containsExactly("outlet 3", "outlet 3 energy", "outlet 4", "outlet 4 energy");
      assertThat(meter.channels())
          .extracting(Channel::counted)
          .containsExactly(true, false, true, false);
      int before = agent.requests();
      assertThat(values(meter)).containsExactly(95.0, 5 * 3600.0, 101.0, 7 * 3600.0);
      assertThat(agent.requests()).isEqualTo(before + 1);
    }
  }

  @Test
  void anOutletOfALaterEatonOfAChainIsNamedWithItsPlace() throws Exception {
    agent.is(EATON).gauge(EATON_WATTS + ".2.7", 44);
    try (PowerMeter meter = open("outlet=2.7")) {
      assertThat(names(meter)).containsExactly("outlet 2.7");
    }
    try (PowerMeter meter = open("outlet=7", "pdu=2")) {
      assertThat(values(meter)).containsExactly(44.0);
    }
    assertThatThrownBy(() -> open("outlet=7", "pdu=2.1")).hasMessageContaining("written like 0");
  }

  @ParameterizedTest
  @CsvSource({"0, 187", "1, 18.7", "3, 0.187"})
  void aRaritanTellsItsDecimalDigitsItself(int digits, double watts) throws Exception {
    agent
        .is(RARITAN)
        .gauge(RARITAN + ".5.4.3.1.4.1.9.5", 187)
        .gauge(RARITAN + ".3.5.4.1.7.1.9.5", digits)
        .integer(RARITAN + ".5.4.3.1.2.1.9.5", 1)
        // Apparent power, which Network UPS Tools take for active power.
        .gauge(RARITAN + ".5.4.3.1.4.1.9.6", 200)
        .gauge(RARITAN + ".5.4.3.1.4.1.9.8", 12345)
        .gauge(RARITAN + ".3.5.4.1.7.1.9.8", 0);
    try (PowerMeter meter = open("outlet=9")) {
      assertThat(values(meter).get(0)).isCloseTo(watts, within(1e-9));
      assertThat(values(meter).get(1)).isEqualTo(12345 * 3600.0);
      agent.integer(RARITAN + ".5.4.3.1.2.1.9.5", 2);
      assertThat(meter.read().get(0).isMissing()).as("says it is not available").isTrue();
    }
  }

  @Test
  void anInletOfARaritanIsItsSum() throws Exception {
    agent
        .is(RARITAN + ".1")
        .gauge(RARITAN + ".5.2.3.1.4.1.1.5", 1800)
        .gauge(RARITAN + ".3.3.4.1.7.1.1.5", 0);
    try (PowerMeter meter = open("outlet=device")) {
      assertThat(values(meter)).containsExactly(1800.0);
    }
  }

  @Test
  void aRaritanWithoutDigitsIsRefusedInsteadOfGuessed() {
    agent.is(RARITAN).gauge(RARITAN + ".5.4.3.1.4.1.9.5", 187);
    assertThatThrownBy(() -> open("outlet=9")).hasMessageContaining("decimal digits");
  }

  @ParameterizedTest
  @CsvSource({
    "1.3.6.1.4.1.13742.4, 3, 1.3.6.1.4.1.13742.4.1.2.2.1.7.3",
    "1.3.6.1.4.1.1718.3, 3, 1.3.6.1.4.1.1718.3.2.3.1.14.1.1.3",
    "1.3.6.1.4.1.1718.3, 2.1.3, 1.3.6.1.4.1.1718.3.2.3.1.14.2.1.3",
    "1.3.6.1.4.1.1718.4, 3, 1.3.6.1.4.1.1718.4.1.8.3.1.7.1.1.3",
    "1.3.6.1.4.1.3808.1.1.3, 3, 1.3.6.1.4.1.3808.1.1.3.3.5.1.1.8.3",
    "1.3.6.1.4.1.3808.1.1.6, 3, 1.3.6.1.4.1.3808.1.1.6.6.2.4.1.7.3",
    "1.3.6.1.4.1.13742.4, device, 1.3.6.1.4.1.13742.4.1.3.1.3.0",
    "1.3.6.1.4.1.1718.3, device, 1.3.6.1.4.1.1718.3.1.6.0",
    "1.3.6.1.4.1.1718.4, device, 1.3.6.1.4.1.1718.4.1.3.3.1.3.1.1",
    "1.3.6.1.4.1.3808.1.1.3, device, 1.3.6.1.4.1.3808.1.1.3.2.3.1.1.7.1"
  })
  void otherFamiliesTellWattsOneToOne(String objectId, String outlet, String oid) throws Exception {
    agent.is(objectId).integer(oid, 137);
    try (PowerMeter meter = open("outlet=" + outlet)) {
      assertThat(values(meter)).containsExactly(137.0);
    }
  }

  @Test
  void aCyberPowerThatNamesOnlyItsMakerIsToldByWhatItAnswers() throws Exception {
    agent.is("1.3.6.1.4.1.3808").integer("1.3.6.1.4.1.3808.1.1.6.6.2.4.1.7.3", 90);
    try (PowerMeter meter = open("outlet=3")) {
      assertThat(values(meter)).containsExactly(90.0);
    }
  }

  /** Column 14 is watts, column 7 hundredths of amperes; energy of infeeds is tenths of kWh. */
  @Test
  void unitsOfServerTechnologyAreNotMixedUp() throws Exception {
    agent
        .is("1.3.6.1.4.1.1718.4")
        .integer("1.3.6.1.4.1.1718.4.1.3.3.1.3.1.1", 2000)
        .integer("1.3.6.1.4.1.1718.4.1.3.3.1.10.1.1", 31);
    try (PowerMeter meter = open("outlet=device")) {
      assertThat(values(meter)).containsExactly(2000.0, 3.1 * 3_600_000);
    }
  }

  @Test
  void aServersOwnControllerIsFoundByTheNameOfItsProbe() throws Exception {
    String probes = "1.3.6.1.4.1.674.10892.5.4.600.30.1";
    agent
        .is("1.3.6.1.4.1.674.10892.5")
        .set(probes + ".8.1.1", new OctetString("PS1 Current 1"))
        .set(probes + ".8.1.2", new OctetString("PS2 Current 2"))
        .set(probes + ".8.1.3", new OctetString("System Board Pwr Consumption"))
        .integer(probes + ".6.1.1", 4)
        .integer(probes + ".6.1.3", 140)
        .integer("1.3.6.1.4.1.674.10892.5.4.600.60.1.7.1.1", 1000);
    try (PowerMeter meter = open()) {
      assertThat(values(meter)).containsExactly(140.0, 1000 * 3600.0);
      assertThat(meter.channels().get(0).scope()).isEqualTo(Scope.HOST);
      assertThat(meter.period()).isEqualTo(Duration.ofSeconds(5));
    }
    agent.remove(probes + ".8.1.3");
    assertThatThrownBy(this::open).hasMessageContaining("System Board Pwr Consumption");
  }

  @ParameterizedTest
  @CsvSource({"-1", "-2"})
  void aNegativeNumberIsAMissingReadingAndNeverWatts(int sentinel) throws Exception {
    agent.is(EATON).integer(EATON_WATTS + ".0.3", 95);
    try (PowerMeter meter = open("outlet=3")) {
      agent.integer(EATON_WATTS + ".0.3", sentinel);
      assertThat(meter.read()).singleElement().matches(Reading::isMissing);
      agent.gauge(EATON_WATTS + ".0.3", 4294967295L);
      assertThat(meter.read()).as("-1 as unsigned").singleElement().matches(Reading::isMissing);
      agent.integer(EATON_WATTS + ".0.3", 0);
      assertThat(values(meter)).as("zero is a number").containsExactly(0.0);
    }
    agent.integer(EATON_WATTS + ".0.3", sentinel);
    assertThatThrownBy(() -> open("outlet=3"))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("not available")
        .hasMessageContaining("outlet=device");
  }

  @ParameterizedTest
  @CsvSource({"1", "2c"})
  void anOutletThatIsNotThereIsRefused(String version) {
    agent.is(EATON).integer(EATON_WATTS + ".0.3", 95);
    assertThatThrownBy(() -> open("outlet=3,40", "version=" + version))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("has no outlet 40")
        .hasMessageContaining(EATON_WATTS + ".0.40");
  }

  @ParameterizedTest
  @CsvSource({"1", "2c"})
  void anOutletThatVanishesIsMissingWhileOthersAreRead(String version) throws Exception {
    agent
        .is(EATON)
        .integer(EATON_WATTS + ".0.3", 95)
        .integer(EATON_WATTS + ".0.4", 96)
        .integer(EATON_WATTS + ".0.5", 97);
    try (PowerMeter meter = open("outlet=3,4,5", "version=" + version)) {
      agent.remove(EATON_WATTS + ".0.4");
      List<Reading> readings = meter.read();
      assertThat(readings.get(0).value()).isEqualTo(95);
      assertThat(readings.get(1).isMissing()).isTrue();
      assertThat(readings.get(2).value()).isEqualTo(97);
    }
  }

  @Test
  void aWrongCommunityEndsInATimeoutThatSaysSo() {
    agent.is(EATON).integer(EATON_WATTS + ".0.3", 95);
    assertThatThrownBy(() -> open("outlet=3", "credentials=wrong", "timeout=40ms", "retries=1"))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("did not answer over SNMP version 2c in 2 tries of 40 ms")
        .hasMessageContaining("silent about a wrong one")
        .hasMessageNotContaining("guess");
  }

  @Test
  void aDeviceThatFallsSilentIsAFaultAndIsReadAgainAfterwards() throws Exception {
    agent.is(EATON).integer(EATON_WATTS + ".0.3", 95);
    // On a busy machine a device that is not silent may be late too.
    try (PowerMeter meter =
        await()
            .ignoreExceptionsInstanceOf(MeterException.class)
            .until(() -> open("outlet=3", "timeout=3s", "retries=0"), Objects::nonNull)) {
      agent.silent(true);
      assertThatThrownBy(meter::read)
          .isInstanceOf(MeterException.class)
          .hasMessageContaining("did not answer");
      agent.silent(false);
      await()
          .ignoreExceptionsInstanceOf(MeterException.class)
          .untilAsserted(() -> assertThat(values(meter)).containsExactly(95.0));
    }
  }

  @Test
  void anInterruptedReadEndsSo() throws Exception {
    agent.is(EATON).integer(EATON_WATTS + ".0.3", 95);
    try (PowerMeter meter = open("outlet=3", "timeout=20s")) {
      agent.silent(true);
      Thread reader = Thread.currentThread();
      Thread interrupter = new Thread(reader::interrupt);
      interrupter.start();
      assertThatThrownBy(meter::read).isInstanceOf(InterruptedException.class);
      interrupter.join();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "SHA, none",
    "SHA, AES128",
    "SHA, AES256",
    "SHA-256, none",
    "SHA-256, AES128",
    "SHA-256, AES256"
  })
  void versionThreeAuthenticatesAndEncrypts(String authentication, String privacy)
      throws Exception {
    boolean encrypts = !privacy.equals("none");
    agent.is(EATON).integer(EATON_WATTS + ".0.3", 95);
    agent.user(
        "reader",
        authentication.equals("SHA") ? AuthSHA.ID : AuthHMAC192SHA256.ID,
        "authenticate",
        encrypts
            ? Optional.of(privacy.equals("AES128") ? PrivAES128.ID : PrivAES256.ID)
            : Optional.empty(),
        "encryption");
    try (PowerMeter meter =
        open(
            "outlet=3",
            "version=3",
            "credentials=" + (encrypts ? "both" : "v3"),
            "auth-protocol=" + authentication,
            "priv-protocol=" + (encrypts ? privacy : "AES128"))) {
      assertThat(values(meter)).containsExactly(95.0);
    }
  }

  @Test
  void versionThreeSaysWhatIsWrongWithTheUser() {
    agent.is(EATON).integer(EATON_WATTS + ".0.3", 95);
    agent.user("reader", AuthSHA.ID, "authenticate", Optional.empty(), "");
    assertThatThrownBy(() -> open("outlet=3", "version=3", "credentials=nobody"))
        .hasMessageContaining("does not know the user");
    assertThatThrownBy(() -> open("outlet=3", "version=3", "credentials=v3"))
        .as("SHA-256 instead of SHA")
        .hasMessageContaining("check the secret auth");
    assertThatThrownBy(() -> open("outlet=3", "version=3", "credentials=both", "auth-protocol=SHA"))
        .hasMessageContaining("level of protection");
    assertThatThrownBy(() -> open("outlet=3", "version=3", "credentials=rack"))
        .hasMessageContaining("no user");
  }

  @Test
  void aDeviceOfNoKnownFamilyIsReadByARowOfOnesOwn() throws Exception {
    agent.is("1.3.6.1.4.1.99999").integer("1.3.6.1.4.1.99999.1.7.2", 1234);
    try (PowerMeter meter =
        open("oid=1.3.6.1.4.1.99999.1.7.%OUTLET%", "outlet=2", "scale=0.1", "sentinel=999,-1")) {
      assertThat(values(meter).get(0)).isCloseTo(123.4, within(1e-9));
      agent.integer("1.3.6.1.4.1.99999.1.7.2", 999);
      assertThat(meter.read()).singleElement().matches(Reading::isMissing);
    }
    agent.set("1.3.6.1.4.1.99999.2.0", new OctetString("12.5"));
    try (PowerMeter meter = open("oid=1.3.6.1.4.1.99999.2.0", "unit=kW")) {
      assertThat(values(meter)).as("a number as text").containsExactly(12_500.0);
    }
    agent.set("1.3.6.1.4.1.99999.3.0", new OctetString("off"));
    assertThatThrownBy(() -> open("oid=1.3.6.1.4.1.99999.3.0")).hasMessageContaining("no number");
  }

  @Test
  void anUnknownDeviceIsRefusedWithTheListOfFamilies() {
    agent.is("1.3.6.1.4.1.99999");
    assertThatThrownBy(() -> open("outlet=2"))
        .hasMessageContaining("1.3.6.1.4.1.99999, of no known family")
        .hasMessageContaining("apc-rpdu2, apc-rpdu, eaton-epdu, raritan-px2");
    assertThatThrownBy(() -> open("outlet=2", "family=eaton"))
        .hasMessageContaining("knows no family \"eaton\"")
        .hasMessageContaining("servertech-sentry3");
  }

  @ParameterizedTest
  @CsvSource({"signed, 2147483648", "counter, 4294967296", "gauge, 4294967296"})
  void energyCountersWrapWhereTheirTypeDoes(String type, double values) throws Exception {
    agent.is(EATON).integer(EATON_WATTS + ".0.3", 95);
    switch (type) {
      case "signed" -> agent.integer(EATON_ENERGY + ".0.3", 10);
      case "counter" -> agent.set(EATON_ENERGY + ".0.3", new Counter32(10));
      default -> agent.gauge(EATON_ENERGY + ".0.3", 10);
    }
    try (PowerMeter meter = open("outlet=3")) {
      Channel energy = meter.channels().get(1);
      assertThat(energy.quantity()).isEqualTo(Quantity.ENERGY);
      assertThat(energy.wrapsAt()).hasValue(values * 3600);
      assertThat(energy.resolution()).isEqualTo(3600);
    }
  }

  @Test
  void aCounterOf64BitsDoesNotWrapInAnyRun() throws Exception {
    agent.is("1.3.6.1.4.1.99999").set("1.3.6.1.4.1.99999.4.0", new Counter64(1L << 40));
    try (PowerMeter meter = open("oid=1.3.6.1.4.1.99999.4.0", "unit=J")) {
      assertThat(values(meter)).containsExactly(0x1p40);
      assertThat(meter.channels().get(0).wrapsAt()).hasValue(0x1p64);
      assertThat(meter.channels().get(0).counted()).isTrue();
    }
  }

  @Test
  void manyOutletsAndASmallAgentAreAskedInParts() throws Exception {
    agent.is(EATON);
    for (int outlet = 1; outlet <= 42; outlet++) {
      agent.integer(EATON_WATTS + ".0." + outlet, outlet);
    }
    String all = String.join(",", IntStream.rangeClosed(1, 42).mapToObj(String::valueOf).toList());
    agent.answersAtMost(3);
    try (PowerMeter meter = open("outlet=" + all)) {
      assertThat(values(meter)).hasSize(42).startsWith(1.0, 2.0).endsWith(41.0, 42.0);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "retries=1 | needs outlet=",
        "outlet=three | \"three\"",
        "outlet=3,3 | listed twice",
        "outlet=3 version=2 | version=1, 2c or 3",
        "outlet=3 port=70000 | up to 65535 for port",
        "outlet=3 timeout=1h | below 1m",
        "outlet=3 socket=4 | no option \"socket\"",
        "outlet=3 scale=10 | belongs to oid",
        "oid=1.2.%SOCKET% | not an object identifier",
        "oid=1.2.3 family=eaton-epdu | either family or oid",
        "oid=1.2.3 unit=HP | no unit HP",
        "oid=1.2.3 sentinel=never | never",
        "outlet=3 address=no.such.host.invalid credentials= | not known",
        "outlet=3 credentials=other | QUORATE_OTHER_",
        "outlet=3 credentials=elsewhere | are for pdu1.example.org, but would be sent to 127.0.0.1",
        "outlet=3 version=3 credentials=v3 auth-protocol=MD5 | SHA-256"
      })
  void whatIsWrongInTheOptionsIsSaid(String options, String message) {
    agent.is(EATON).integer(EATON_WATTS + ".0.3", 95);
    assertThatThrownBy(() -> open(options.split(" ")))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aPowerDistributionUnitIsFoundOnRequestOnly() {
    assertThat(kind.find())
        .singleElement()
        .extracting(MeterPresence::state)
        .isEqualTo(MeterPresence.State.ON_REQUEST);
    assertThat(kind.name()).isEqualTo("snmp");
  }
}
