package org.quorate.study.file;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.core.power.EnergyFactor;
import org.quorate.core.quantity.Durations;
import org.quorate.core.text.SecretNames;
import org.quorate.study.plan.CapKind;
import org.quorate.study.plan.PowerSettings;

/** Reads the {@code power} section. Stateless. */
final class PowerReader {
  private static final String DEFAULT_PROFILE = "server-2010";
  private static final Duration DEFAULT_PERIOD = Duration.ofMillis(250);
  private static final Duration SHORTEST_PERIOD = Duration.ofMillis(50);

  private static final Duration SHORTEST_UNTIL_QUIET = Duration.ofSeconds(5);

  private static final String UNTIL_QUIET = "until-quiet";
  private static final String GRAMS = "grams-per-kilowatt-hour";
  private static final String SOURCE = "source";
  private static final String FACTORS = "factors";
  private static final String HOURS = "hours";
  private static final String PRICE = "per-kilowatt-hour";
  private static final String BY_THE_HOUR =
      "the file of hours says it already; leave one of the two out.";

  private PowerReader() {}

  /**
   * The settings, or null where the study does not account for energy.
   *
   * @param files where files of carbon factors and of hours are found
   */
  static @Nullable PowerSettings read(Section study, WorkloadFiles files)
      throws StudyFileException {
    Entry entry = study.find("power");
    if (entry == null) {
      return null;
    }
    Section power =
        entry.section(
            "profile",
            "period",
            "gaps",
            "idle",
            "meters",
            "price",
            "carbon",
            "cap",
            UNTIL_QUIET,
            "at-equal");
    return new PowerSettings(
        power.value("profile", DEFAULT_PROFILE).text(),
        power.value("period", Durations.format(DEFAULT_PERIOD)).as(PowerReader::period),
        power
            .value("gaps", "refuse")
            .as(text -> Texts.oneOf(text, Map.of("refuse", false, "impute", true))),
        power.value("idle", "3s").as(text -> Runs.duration(text, false)),
        meters(power.find("meters")),
        price(power.find("price"), files),
        carbon(power.find("carbon"), files),
        power
            .value("cap", CapKind.QUOTA.text())
            .as(
                text ->
                    Texts.oneOf(
                        text,
                        Map.of(
                            CapKind.QUOTA.text(),
                            CapKind.QUOTA,
                            CapKind.FREQUENCY.text(),
                            CapKind.FREQUENCY))),
        power.value(UNTIL_QUIET, "0s").as(PowerReader::untilQuiet),
        margins(power.find("at-equal")));
  }

  private static PowerSettings.Margins margins(@Nullable Entry entry) throws StudyFileException {
    PowerSettings.Margins usual = PowerSettings.Margins.USUAL;
    if (entry == null) {
      return usual;
    }
    Section margins = entry.section("p99", "stale-rate");
    Entry p99 = margins.find("p99");
    Entry stale = margins.find("stale-rate");
    double rate = stale == null ? usual.staleRate() : number(stale, 0);
    if (stale != null && rate > 1) {
      throw stale.refuse("a rate is between 0 and 1; write 0.001 for one read of a thousand.");
    }
    return new PowerSettings.Margins(p99 == null ? usual.p99() : number(p99, 1), rate);
  }

  private static Duration untilQuiet(String text) {
    Duration most = Runs.duration(text, false);
    if (!most.isZero() && most.compareTo(SHORTEST_UNTIL_QUIET) < 0) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is too short; servers are looked at for at least 5s, or not (0s).");
    }
    return most;
  }

  private static Duration period(String text) {
    Duration period = Runs.duration(text, true);
    if (period.compareTo(SHORTEST_PERIOD) < 0) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is too short; hosts are looked at most every 50ms.");
    }
    return period;
  }

  static Map<String, List<PowerSettings.Meter>> meters(@Nullable Entry entry)
      throws StudyFileException {
    Map<String, List<PowerSettings.Meter>> meters = new LinkedHashMap<>();
    if (entry == null) {
      return meters;
    }
    for (Map.Entry<String, Entry> host : entry.entries().entrySet()) {
      List<PowerSettings.Meter> ofHost = new ArrayList<>();
      for (Entry meter : host.getValue().mappings()) {
        ofHost.add(meter(meter));
      }
      meters.put(host.getKey(), ofHost);
    }
    return meters;
  }

  private static PowerSettings.Meter meter(Entry entry) throws StudyFileException {
    Map<String, String> options = new LinkedHashMap<>();
    String kind = null;
    for (Map.Entry<String, Entry> each : entry.entries().entrySet()) {
      String name = each.getKey();
      if (SecretNames.isSecret(name)) {
        throw each.getValue()
            .refuse(
                "a study file holds no secrets, since its results repeat it; write credentials:"
                    + " NAME, and put QUORATE_NAME_"
                    + name.toUpperCase(Locale.ROOT).replace('-', '_')
                    + " and QUORATE_NAME_HOST into the environment.");
      }
      if (name.equals("kind")) {
        kind = each.getValue().value().text();
      } else {
        String text = each.getValue().value().text();
        if (SecretNames.isInAddress(text)) {
          throw each.getValue()
              .refuse(
                  "the address holds a login, which the study's results would repeat; write it"
                      + " without, and credentials: NAME.");
        }
        options.put(name, text);
      }
    }
    if (kind == null) {
      throw entry.refuse("the key kind is missing; ./quorate power list names the kinds.");
    }
    return new PowerSettings.Meter(kind, options);
  }

  private static PowerSettings.@Nullable Price price(@Nullable Entry entry, WorkloadFiles files)
      throws StudyFileException {
    if (entry == null) {
      return null;
    }
    Section price = entry.section(PRICE, HOURS, "currency");
    Entry hours = price.find(HOURS);
    refuse(hours == null ? null : price.find(PRICE), BY_THE_HOUR);
    return new PowerSettings.Price(
        hours == null
            ? new EnergyFactor.Constant(number(price.required(PRICE), 0))
            : hours(hours, files, PRICE, true),
        price.required("currency").value().text());
  }

  private static EnergyFactor hours(
      Entry hours, WorkloadFiles files, String column, boolean mayBeNegative)
      throws StudyFileException {
    Value name = hours.value();
    return HourlyFactors.parse(name, files.ofStudy(name, "file of hours"), column, mayBeNegative);
  }

  private static void refuse(@Nullable Entry superfluous, String why) throws StudyFileException {
    if (superfluous != null) {
      throw superfluous.refuse(why);
    }
  }

  static PowerSettings.@Nullable Carbon carbon(@Nullable Entry entry, WorkloadFiles files)
      throws StudyFileException {
    if (entry == null) {
      return null;
    }
    Section carbon =
        entry.section(
            GRAMS,
            "embodied-grams-per-host-hour",
            "overhead",
            SOURCE,
            FACTORS,
            "zone",
            "year",
            HOURS);
    Entry embodied = carbon.find("embodied-grams-per-host-hour");
    Entry overhead = carbon.find("overhead");
    Entry hours = carbon.find(HOURS);
    refuse(hours == null ? null : carbon.find(GRAMS), BY_THE_HOUR);
    refuse(hours == null ? null : carbon.find(FACTORS), BY_THE_HOUR);
    CarbonFactors.Factor factor = factor(carbon, files);
    EnergyFactor grams;
    if (hours != null) {
      grams = hours(hours, files, GRAMS, false);
    } else {
      grams =
          new EnergyFactor.Constant(
              factor == null ? number(carbon.required(GRAMS), 0) : factor.gramsPerKilowattHour());
    }
    return new PowerSettings.Carbon(
        grams,
        embodied == null ? 0 : number(embodied, 0),
        overhead == null ? 1 : number(overhead, 1),
        factor == null
            ? carbon.required(SOURCE).value().text() + (hours == null ? "" : ", by the hour in UTC")
            : factor.zone() + " in " + factor.year() + ": " + factor.source());
  }

  /** The factor of a file; null where the study states grams itself. */
  private static CarbonFactors.@Nullable Factor factor(Section carbon, WorkloadFiles files)
      throws StudyFileException {
    Entry file = carbon.find(FACTORS);
    for (String key : file == null ? List.of("zone", "year") : List.of(GRAMS, SOURCE)) {
      Entry other = carbon.find(key);
      if (other != null) {
        throw other.refuse(
            file == null
                ? "it chooses among the factors of a file; write factors: FILE too."
                : "the file of factors says it already; leave one of the two out.");
      }
    }
    if (file == null) {
      return null;
    }
    Value zone = carbon.required("zone").value();
    Entry year = carbon.find("year");
    Value name = file.value();
    return CarbonFactors.parse(name, files.ofStudy(name, "file of carbon factors"))
        .find(zone, year == null ? null : year.value());
  }

  private static double number(Entry entry, double least) throws StudyFileException {
    return entry
        .value()
        .as(
            text -> {
              if (!text.matches("\\d{1,9}(\\.\\d{1,9})?") || Double.parseDouble(text) < least) {
                throw new IllegalArgumentException(
                    "\"" + text + "\" is not a number of at least " + least + ".");
              }
              return Double.parseDouble(text);
            });
  }
}
